import { useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { ConfirmButton } from "../ui/confirm";
import { sshKeys } from "./queries";

export function RemoveSshKeyButton({ sshKey }: { sshKey: Schemas["SshKey"] }) {
  const queries = useQueryClient();
  const path = { ssh_key_id: sshKey.id };
  const refresh = () => queries.invalidateQueries(sshKeys);
  return (
    <ConfirmButton
      label="Remove"
      buttonLabel={`Remove ${sshKey.name}`}
      title={`Remove ${sshKey.name}?`}
      size="compact-sm"
      onConfirm={() => ask(api.DELETE("/api/v1/me/ssh-keys/{ssh_key_id}", { params: { path } })).then(refresh)}
    >
      You can no longer connect to allocations with this key.
    </ConfirmButton>
  );
}
