import { ActionIcon, Button, Code, Group, Table, Text, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKey, IconPencil, IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { api, ask, once } from "../api/client";
import { Ago } from "../ui/ago";
import { ConfirmButton } from "../ui/confirm";
import { FormDialog } from "../ui/form-dialog";
import { Empty } from "../ui/note";
import { Loaded, Page } from "../ui/page";
import { TableCard } from "../ui/table";
import { sshKeys } from "./queries";

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
      <AddDialog opened={adding} onClose={dialog.close} />
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
  const queries = useQueryClient();
  const [renaming, dialog] = useDisclosure(false);
  const [name, setName] = useState(sshKey.name);
  const path = { ssh_key_id: sshKey.id };
  const refresh = () => queries.invalidateQueries(sshKeys);
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
        <FormDialog
          opened={renaming}
          onClose={dialog.close}
          title="Rename key"
          submit="Rename"
          onSubmit={() =>
            ask(api.PUT("/api/v1/me/ssh-keys/{ssh_key_id}", { params: { path }, body: { name: name.trim() } })).then(
              refresh,
            )
          }
          disabled={name.trim() === ""}
        >
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={100}
            data-autofocus
          />
        </FormDialog>
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
        <ConfirmButton
          label="Remove"
          buttonLabel={`Remove ${sshKey.name}`}
          title={`Remove ${sshKey.name}?`}
          size="compact-sm"
          onConfirm={() => ask(api.DELETE("/api/v1/me/ssh-keys/{ssh_key_id}", { params: { path } })).then(refresh)}
        >
          You can no longer connect to allocations with this key.
        </ConfirmButton>
      </Table.Td>
    </Table.Tr>
  );
}

function AddDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const add = async () => {
    await ask(
      api.POST("/api/v1/me/ssh-keys", {
        params: { header: once() },
        body: { name: name.trim(), public_key: text.trim() },
      }),
    );
    await queries.invalidateQueries(sshKeys);
    setName("");
    setText("");
  };
  // A key's comment usually names the machine it was created on.
  const suggest = (key: string) => {
    setText(key);
    const comment = key.trim().split(/\s+/)[2];
    if (comment && name === "") {
      setName(comment);
    }
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add SSH key"
      submit="Add key"
      onSubmit={add}
      disabled={name.trim() === "" || text.trim() === ""}
    >
      <Textarea
        label="Public key"
        description="Contents of ~/.ssh/id_ed25519.pub. Never paste the private key (the file without .pub)."
        placeholder="ssh-ed25519 AAAA… you@machine"
        autosize
        minRows={3}
        value={text}
        onChange={(event) => suggest(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput label="Name" value={name} maxLength={100} onChange={(event) => setName(event.currentTarget.value)} />
    </FormDialog>
  );
}
