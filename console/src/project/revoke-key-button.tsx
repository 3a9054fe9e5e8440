import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { ConfirmButton } from "../ui/confirm";

type Props = { account: Schemas["ServiceAccount"]; keyId: string; onRevoked: () => Promise<void> };

export function RevokeServiceAccountKeyButton({ account, keyId, onRevoked }: Props) {
  const path = { project_id: account.project_id, service_account_id: account.id, key_id: keyId };
  return (
    <ConfirmButton
      label="Revoke"
      buttonLabel={`Revoke key ${keyId}`}
      title="Revoke this key?"
      size="compact-sm"
      onConfirm={() =>
        ask(
          api.DELETE("/api/v1/projects/{project_id}/service-accounts/{service_account_id}/keys/{key_id}", {
            params: { path: path },
          }),
        ).then(onRevoked)
      }
    >
      This key and its tokens stop working within seconds. This cannot be undone.
    </ConfirmButton>
  );
}
