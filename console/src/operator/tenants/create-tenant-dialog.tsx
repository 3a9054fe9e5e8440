import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/act";
import { api, ask } from "../../api/client";
import { FormDialog } from "../../ui/form-dialog";
import { useChanged } from "../act";

export function CreateTenantDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [name, setName] = useState("");
  const [slug, setSlug] = useState("");
  const changed = useChanged();
  const act = useAct();
  const create = async () => {
    const body = { name: name.trim(), slug };
    await act.send(body, (header) => ask(api.POST("/api/v1/tenants", { params: { header }, body })));
    setName("");
    setSlug("");
    changed("Tenant created. Next, invite its owner.");
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New tenant"
      submit="Create tenant"
      onSubmit={create}
      disabled={!name.trim() || !slug}
    >
      <TextInput
        label="Name"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label="Slug"
        description="Lowercase letters, digits and hyphens. Cannot be changed later."
        required
        maxLength={63}
        value={slug}
        onChange={(event) => setSlug(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
