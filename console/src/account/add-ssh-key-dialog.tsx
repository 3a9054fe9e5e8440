import { Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask, once } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { sshKeys } from "./queries";

export function AddSshKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
