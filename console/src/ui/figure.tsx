import { Card, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Term, type Word } from "./term";

/** One key figure with its label and note. */
export function Figure({
  label,
  of,
  value,
  note,
}: {
  label: string;
  /** The word of the glossary that the label is, if any. */
  of?: Word;
  value: ReactNode;
  note?: ReactNode;
}) {
  return (
    <Card padding="md">
      <Text size="sm" c="dimmed" fw={500}>
        {of ? <Term of={of}>{label}</Term> : label}
      </Text>
      <Text fz={{ base: 20, xs: 24 }} fw={650} lh={1.25} mt={2} className="figure break-words" component="div">
        {value}
      </Text>
      {note && (
        <Text size="sm" c="dimmed" mt={2} component="div">
          {note}
        </Text>
      )}
    </Card>
  );
}
