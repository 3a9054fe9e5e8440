import { Alert, Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import { Copy } from "./note";

/** A secret the server shows a single time and keeps only as a digest. */
export function SecretDialog({ secret, what, onClose }: { secret: string | undefined; what: string; onClose: () => void }) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={<Text fw={600}>{what}</Text>}
      closeOnClickOutside={false}
      size="lg"
    >
      <Stack>
        <Alert color="yellow" icon={<IconEyeOff aria-hidden />} title="It is shown only now">
          Copy it to where it is needed. Nobody can show it again, not even an administrator; if it is lost, make another.
        </Alert>
        <Code block className="break-words secret" data-testid="secret">
          {secret}
        </Code>
        <Group justify="flex-end">
          <Copy value={secret ?? ""} label="Copy the secret" />
          <Button onClick={onClose}>I have kept it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
