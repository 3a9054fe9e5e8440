import { Select, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { FormDialog } from "../ui/form-dialog";
import { tell } from "../ui/tell";

export const PROJECT_ROLES: { value: Schemas["ProjectRole"]; label: string }[] = [
  { value: "project_admin", label: "Project admin" },
  { value: "project_member", label: "Project member" },
  { value: "project_viewer", label: "Project viewer" },
];

const WHAT: Record<Schemas["ProjectRole"], string> = {
  project_admin: "Manages members and machines, and all a member may.",
  project_member: "Creates, uses and releases allocations.",
  project_viewer: "Looks, and changes nothing.",
};

export function InviteDialog({ opened, onClose, tenantId, projectId }: { opened: boolean; onClose: () => void; tenantId: string; projectId: string }) {
  const queries = useQueryClient();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Schemas["ProjectRole"]>("project_member");
  const act = useAct();
  const invite = async () => {
    const body = { email: email.trim(), project_id: projectId, project_role: role };
    await act.send(body, (header) => ask(api.POST("/api/v1/tenants/{tenant_id}/invitations", { params: { path: { tenant_id: tenantId }, header }, body })));
    await queries.invalidateQueries({ queryKey: ["project", projectId, "invitations"] });
    tell(`A mail with a link went to ${email.trim()}.`, "Invited");
    setEmail("");
  };
  return (
    <FormDialog opened={opened} onClose={onClose} title="Invite somebody to this project" submit="Invite" onSubmit={invite} disabled={!/.+@.+/.test(email)}>
      <TextInput label="Mail address" type="email" value={email} onChange={(event) => setEmail(event.currentTarget.value)} data-autofocus />
      <Select label="As" data={PROJECT_ROLES} value={role} allowDeselect={false} onChange={(value) => setRole((value as Schemas["ProjectRole"] | null) ?? role)} />
      <Text size="sm" c="dimmed">
        {WHAT[role]}
      </Text>
    </FormDialog>
  );
}
