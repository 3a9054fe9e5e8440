import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";

export function CreateProjectDialog({
  opened,
  onClose,
  tenantId,
}: {
  opened: boolean;
  onClose: () => void;
  tenantId: string;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [slug, setSlug] = useState("");
  const proposed = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const act = useAct();
  const create = async () => {
    const body = { name: name.trim(), slug: slug || proposed };
    const project = await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/tenants/{tenant_id}/projects", { params: { path: { tenant_id: tenantId }, header }, body }),
      ),
    );
    await queries.invalidateQueries({ queryKey: ["places"] });
    await navigate({ to: "/projects/$projectId", params: { projectId: project.id } });
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New project"
      submit="Create project"
      onSubmit={create}
      disabled={name.trim() === ""}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label="Slug"
        description="Lowercase letters, digits and hyphens. Cannot be changed later."
        placeholder={proposed}
        value={slug}
        onChange={(event) => setSlug(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
