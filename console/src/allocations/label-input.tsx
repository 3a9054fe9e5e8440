import { TagsInput } from "@mantine/core";
import { useState } from "react";
import { parseLabel } from "./labels";

export function LabelInput({ value, onChange }: { value: string[]; onChange: (value: string[]) => void }) {
  const [error, setError] = useState<string>();
  return (
    <TagsInput
      label="Labels"
      description="As team=vision; Enter adds one."
      value={value}
      maxTags={20}
      error={error}
      onChange={(texts) => {
        const bad = texts.find((text) => !parseLabel(text));
        setError(bad ? `${bad} is no label: a key in small letters and digits, then = and a value.` : undefined);
        onChange(texts.filter((text) => parseLabel(text)));
      }}
    />
  );
}
