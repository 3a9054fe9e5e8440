import { Card, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** One key figure with its label and note. */
export function Figure({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <Card padding="md">
      <Text size="sm" c="dimmed" fw={500}>
        {label}
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
