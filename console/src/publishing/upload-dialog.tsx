import { Alert, Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import { Ago } from "../ui/ago";
import { Copy } from "../ui/note";
import { CommandLines } from "./command-lines";
import { intentCommands } from "./commands";
import type { PublishIntent } from "./queries";

/** The secret of a new upload, which is shown once, and the commands that push with it. */
export function UploadDialog({ intent, onClose }: { intent: PublishIntent | undefined; onClose: () => void }) {
  return (
    <Modal
      opened={intent !== undefined}
      onClose={onClose}
      title={<Text fw={600}>Push to your upload</Text>}
      closeOnClickOutside={false}
      size="xl"
    >
      {intent && (
        <Stack>
          <Text size="sm">
            The repository <Code className="break-words">{intent.repository}</Code> takes pushes and ends{" "}
            <Ago at={intent.expires_at} />.
          </Text>
          <Alert color="yellow" icon={<IconEyeOff aria-hidden />} title="Copy the secret now. You won't see it again.">
            <Group gap="xs">
              <Code className="break-words secret" data-testid="secret">
                {intent.secret ?? "shown in the first answer only"}
              </Code>
              <Copy value={intent.secret ?? ""} label="Copy secret" />
            </Group>
          </Alert>
          {intentCommands(intent).map((one) => (
            <Stack gap={4} key={one.title}>
              <Text size="sm" fw={600}>
                {one.title}
              </Text>
              <CommandLines label={one.title}>{one.lines}</CommandLines>
            </Stack>
          ))}
          <Text size="sm">
            The last command prints the digest of what you pushed. Then choose <b>Complete</b> in the list of uploads
            and enter the digest.
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose}>I've saved the secret</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
