import { Button, Code, Group, Popover, Stack, Text } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import type { Allocation } from "../api";
import { Copy } from "../ui/note";

/** Tells how to let somebody watch or type along, with a link to send. */
export function Share({ allocation }: { allocation: Allocation }) {
  const link = `${location.origin}/projects/${allocation.project_id}/allocations/${allocation.id}?tab=terminal`;
  return (
    <Popover width={340} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconShare size={18} aria-hidden />}>
          Share
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Share this terminal">
        <Stack gap="xs">
          <Text size="sm">
            Send this link to a member of the project. They can watch this terminal, or type in it if their role allows.
            You're notified when they join.
          </Text>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Code block flex={1} className="break-words secret">
              {link}
            </Code>
            <Copy value={link} label="Copy link" />
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
