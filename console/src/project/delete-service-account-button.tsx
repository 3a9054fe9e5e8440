import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { ConfirmButton } from "../ui/confirm";

type Props = { account: Schemas["ServiceAccount"]; onDeleted: () => Promise<void> };

export function DeleteServiceAccountButton({ account, onDeleted }: Props) {
  const path = { project_id: account.project_id, service_account_id: account.id };
  return (
    <ConfirmButton
      label="Delete"
      buttonLabel={`Delete ${account.name}`}
      title={`Delete ${account.name}?`}
      typed={account.name}
      size="xs"
      onConfirm={() =>
        ask(
          api.DELETE("/api/v1/projects/{project_id}/service-accounts/{service_account_id}", {
            params: { path },
          }),
        ).then(onDeleted)
      }
    >
      Its keys and tokens stop working within seconds. This cannot be undone.
    </ConfirmButton>
  );
}
