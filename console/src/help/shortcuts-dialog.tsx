import { Group, Kbd, Modal, Stack, Text, Title } from "@mantine/core";

const SHORTCUTS: { where: string; keys: [string[], string][] }[] = [
  {
    where: "Everywhere",
    keys: [
      [["Ctrl", "K"], "Search pages, allocations and commands"],
      [["?"], "Show this list"],
      [["Esc"], "Close a dialog or menu"],
    ],
  },
  {
    where: "In a terminal",
    keys: [
      [["Ctrl", "Shift", "L"], "Move focus to the toolbar"],
      [["Ctrl", "Shift", "F"], "Search the output"],
      [["Ctrl", "Shift", "C"], "Copy the selection"],
      [["Ctrl", "Shift", "V"], "Paste"],
      [["Ctrl", "Shift", ">"], "Increase font size"],
      [["Ctrl", "Shift", "<"], "Decrease font size"],
    ],
  },
];

/** Lists all keyboard shortcuts. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={<Text fw={600}>Keyboard shortcuts</Text>}>
      <Stack>
        {SHORTCUTS.map(({ where, keys }) => (
          <Stack key={where} gap="xs" component="section" aria-label={where}>
            <Title order={3} size="h6">
              {where}
            </Title>
            {keys.map(([pressed, what]) => (
              <Group key={what} justify="space-between" wrap="nowrap">
                <Text size="sm">{what}</Text>
                <Group gap={4} wrap="nowrap">
                  {pressed.map((key) => (
                    <Kbd key={key} size="xs">
                      {key}
                    </Kbd>
                  ))}
                </Group>
              </Group>
            ))}
          </Stack>
        ))}
        <Text size="sm" c="dimmed">
          On a Mac, Cmd works in place of Ctrl for the search.
        </Text>
      </Stack>
    </Modal>
  );
}
