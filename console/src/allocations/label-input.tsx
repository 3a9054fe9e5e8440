import { TagsInput } from "@mantine/core";
import { useState } from "react";
import { parseLabel } from "./labels";

export function LabelInput({ value, onChange }: { value: string[]; onChange: (value: string[]) => void }) {
  const [error, setError] = useState<string>();
  return (
    <TagsInput
      label="Labels"
      description="For example team=vision. Press Enter to add."
      value={value}
      maxTags={20}
      error={error}
      onChange={(texts) => {
        const bad = texts.find((text) => !parseLabel(text));
        setError(bad ? `${bad} is not a valid label. Use key=value with a lowercase key.` : undefined);
        onChange(texts.filter((text) => parseLabel(text)));
      }}
    />
  );
}
