import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { sshKeys } from "./queries";

type Props = { sshKey: Schemas["SshKey"]; opened: boolean; onClose: () => void };

export function RenameSshKeyDialog({ sshKey, opened, onClose }: Props) {
  const queries = useQueryClient();
  const [name, setName] = useState(sshKey.name);
  const path = { ssh_key_id: sshKey.id };
  const refresh = () => queries.invalidateQueries(sshKeys);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
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
  );
}
