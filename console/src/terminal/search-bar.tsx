import { Group, Text, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconLetterCase, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { type Found, foundText } from "./found";
import { marksOf, type Screen } from "./screen";
import { Tool } from "./tool";

/** Searches the terminal output, newest first. */
export function SearchBar({
  screen,
  isDark,
  onClose,
}: {
  screen: Screen | undefined;
  isDark: boolean;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [isCaseSensitive, setCaseSensitive] = useState(false);
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const listening = screen?.search.onDidChangeResults(setFound);
    return () => listening?.dispose();
  }, [screen]);
  const find = (which: "findPrevious" | "findNext", wanted = text, caseSensitive = isCaseSensitive) =>
    screen?.search[which](wanted, { caseSensitive, decorations: marksOf(isDark) });
  const close = () => {
    screen?.search.clearDecorations();
    onClose();
    screen?.terminal.focus();
  };
  return (
    <Group gap={6} role="search">
      <TextInput
        aria-label="Search in terminal"
        placeholder="Search output"
        size="xs"
        flex={1}
        value={text}
        autoFocus
        onChange={(event) => {
          setText(event.currentTarget.value);
          find("findPrevious", event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            find(event.shiftKey ? "findNext" : "findPrevious");
          } else if (event.key === "Escape") {
            close();
          }
        }}
      />
      <Text size="xs" c="dimmed" role="status" className="nowrap figure" data-testid="found">
        {text && found ? foundText(found) : ""}
      </Text>
      <Tool
        label="Match case"
        isPressed={isCaseSensitive}
        onClick={() => {
          setCaseSensitive(!isCaseSensitive);
          // The addon recounts only for a different term.
          screen?.search.clearDecorations();
          find("findPrevious", text, !isCaseSensitive);
        }}
      >
        <IconLetterCase size={16} aria-hidden />
      </Tool>
      <Tool label="Previous match" onClick={() => find("findPrevious")}>
        <IconArrowUp size={16} aria-hidden />
      </Tool>
      <Tool label="Next match" onClick={() => find("findNext")}>
        <IconArrowDown size={16} aria-hidden />
      </Tool>
      <Tool label="Close search" onClick={close}>
        <IconX size={16} aria-hidden />
      </Tool>
    </Group>
  );
}
