import { Code, Select, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api";
import { useAct } from "../api/act";
import { api, ask } from "../api/client";
import { useMe } from "../app/me";
import { FormDialog } from "../ui/form-dialog";
import { tell } from "../ui/tell";
import { invitedText } from "./invited";

export const PROJECT_ROLES: { value: Schemas["ProjectRole"]; label: string }[] = [
  { value: "project_admin", label: "Project admin" },
  { value: "project_member", label: "Project member" },
  { value: "project_viewer", label: "Project viewer" },
];

const WHAT: Record<Schemas["ProjectRole"], string> = {
  project_admin: "Manages members and service accounts, plus everything a member can do.",
  project_member: "Can create, use and release allocations.",
  project_viewer: "Read-only access.",
};

export function CreateInvitationDialog({
  opened,
  onClose,
  tenantId,
  projectId,
}: {
  opened: boolean;
  onClose: () => void;
  tenantId: string;
  projectId: string;
}) {
  const queries = useQueryClient();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Schemas["ProjectRole"]>("project_member");
  const sendsMail = useMe().data?.installation?.sends_mail !== false;
  const act = useAct();
  const invite = async () => {
    const body = { email: email.trim(), project_id: projectId, project_role: role };
    const invited = await act.send(body, (header) =>
      ask(
        api.POST("/api/v1/tenants/{tenant_id}/invitations", {
          params: { path: { tenant_id: tenantId }, header },
          body,
        }),
      ),
    );
    await queries.invalidateQueries({ queryKey: ["project", projectId, "invitations"] });
    tell(invitedText(invited), "Invitation created");
    setEmail("");
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Invite to this project"
      submit="Invite"
      onSubmit={invite}
      disabled={!/.+@.+/.test(email)}
    >
      <TextInput
        label="Email address"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        data-autofocus
      />
      <Select
        label="Role"
        data={PROJECT_ROLES}
        value={role}
        allowDeselect={false}
        onChange={(value) => setRole(value ?? role)}
      />
      <Text size="sm" c="dimmed">
        {WHAT[role]}
      </Text>
      {!sendsMail && (
        <Text size="sm">
          This installation sends no mail. A platform operator finds the invitation's link with <Code>gpuaas mail</Code>{" "}
          and can pass it on.
        </Text>
      )}
    </FormDialog>
  );
}
