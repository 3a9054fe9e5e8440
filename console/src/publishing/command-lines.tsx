import { Code, Group, Stack } from "@mantine/core";
import { Copy } from "../ui/note";

/** Commands to copy. */
export function CommandLines({ label, children }: { label: string; children: string }) {
  return (
    <Stack gap={4}>
      <Code block className="break-words command-lines" aria-label={label}>
        {children}
      </Code>
      <Group justify="flex-end">
        <Copy value={children} label={`Copy: ${label}`} />
      </Group>
    </Stack>
  );
}
