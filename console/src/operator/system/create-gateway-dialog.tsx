import { TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, ask, once } from "../../api/client";
import { FormDialog } from "../../ui/form-dialog";
import { useChanged } from "../act";

export function CreateGatewayDialog({
  opened,
  onClose,
  onSecret,
}: {
  opened: boolean;
  onClose: () => void;
  onSecret: (secret: string) => void;
}) {
  const [name, setName] = useState("");
  const [hosts, setHosts] = useState<string[]>([]);
  const changed = useChanged();
  const create = async () => {
    const made = await ask(
      api.POST("/api/v1/gateways", { params: { header: once() }, body: { name, host_names: hosts } }),
    );
    setName("");
    setHosts([]);
    changed("Gateway created. Start it with its secret.");
    onSecret(made.secret ?? "");
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New gateway"
      submit="Create gateway"
      onSubmit={create}
      disabled={!name || hosts.length === 0}
    >
      <TextInput
        label="Name"
        description="Lowercase letters, digits and hyphens."
        required
        maxLength={63}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TagsInput
        label="Host names"
        description="Names that nodes use to reach it. Press Enter to add."
        required
        value={hosts}
        onChange={setHosts}
        maxTags={8}
      />
    </FormDialog>
  );
}
