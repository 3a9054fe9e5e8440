import { ActionIcon, Button, Code, Group, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKey, IconPencil, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { Ago } from "../ui/ago";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { TableCard } from "../ui/table";
import { AddSshKeyDialog } from "./add-ssh-key-dialog";
import { sshKeys } from "./queries";
import { RemoveSshKeyButton } from "./remove-ssh-key-button";
import { RenameSshKeyDialog } from "./rename-ssh-key-dialog";

export default function SshKeys() {
  const keys = useQuery(sshKeys);
  const [adding, dialog] = useDisclosure(false);
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open}>
      Add key
    </Button>
  );
  return (
    <Page title="SSH keys" lead="Public keys for SSH access to your allocations" actions={add}>
      <AddSshKeyDialog opened={adding} onClose={dialog.close} />
      <Loaded query={keys}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconKey size={36} aria-hidden />} title="No SSH keys yet" action={add}>
              You only need a key to connect over SSH; browser terminals work without one. Create one with{" "}
              <Code>ssh-keygen -t ed25519</Code> and paste the contents of the .pub file.
            </Empty>
          ) : (
            <TableCard label="SSH keys" head={["Name", "Type", "Fingerprint", "Added", ""]} minWidth={720}>
              {all.map((key) => (
                <Row key={key.id} sshKey={key} />
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </Page>
  );
}

function Row({ sshKey }: { sshKey: Schemas["SshKey"] }) {
  const [renaming, dialog] = useDisclosure(false);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <Text fw={600} size="sm">
            {sshKey.name}
          </Text>
          <ActionIcon variant="subtle" size="sm" aria-label={`Rename ${sshKey.name}`} onClick={dialog.open}>
            <IconPencil size={14} aria-hidden />
          </ActionIcon>
        </Group>
        <RenameSshKeyDialog sshKey={sshKey} opened={renaming} onClose={dialog.close} />
      </Table.Td>
      <Table.Td className="nowrap">
        {sshKey.type} {sshKey.bits}
      </Table.Td>
      <Table.Td>
        <Code className="break-words">{sshKey.fingerprint}</Code>
      </Table.Td>
      <Table.Td className="nowrap">
        <Ago at={sshKey.created_at} />
      </Table.Td>
      <Table.Td>
        <RemoveSshKeyButton sshKey={sshKey} />
      </Table.Td>
    </Table.Tr>
  );
}
