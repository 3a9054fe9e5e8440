import { MultiSelect, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { permissionsOf, useCurrentProject, useMe } from "../app/me";
import { FormDialog } from "../ui/form-dialog";

export function CreateServiceAccountDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { projectId, tenantId } = useCurrentProject();
  const queries = useQueryClient();
  const me = useMe();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState(["allocations.create", "allocations.read", "allocations.release"]);
  const permissions = me.data
    ? [...permissionsOf(me.data, tenantId, projectId)].sort((a, b) => a.localeCompare(b))
    : [];
  const act = useAct();
  const create = async () => {
    const body = { name: name.trim(), scopes };
    await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/projects/{project_id}/service-accounts", {
          params: { path: { project_id: projectId }, header },
          body,
        }),
      ),
    );
    setName("");
    await queries.invalidateQueries({ queryKey: ["project", projectId, "service-accounts"] });
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New service account"
      submit="Create service account"
      onSubmit={create}
      disabled={name.trim() === "" || scopes.length === 0}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <MultiSelect label="Scopes" data={permissions} value={scopes} onChange={setScopes} searchable />
    </FormDialog>
  );
}
