import { Alert, Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import { Copy } from "./note";

/** Shows a secret that the server stores only as a digest and never shows again. */
export function SecretDialog({
  secret,
  what,
  onClose,
}: {
  secret: string | undefined;
  what: string;
  onClose: () => void;
}) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={<Text fw={600}>{what}</Text>}
      closeOnClickOutside={false}
      size="lg"
    >
      <Stack>
        <Alert color="yellow" icon={<IconEyeOff aria-hidden />} title="Copy this now. You won't see it again.">
          Store it somewhere safe. It cannot be recovered, not even by an administrator; if you lose it, create a new
          one.
        </Alert>
        <Code block className="break-words secret" data-testid="secret">
          {secret}
        </Code>
        <Group justify="flex-end">
          <Copy value={secret ?? ""} label="Copy secret" />
          <Button onClick={onClose}>I've saved it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
