import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { ConfirmButton } from "../ui/confirm";

type Props = { tenantId: string; invitation: Schemas["Invitation"]; onRevoked: () => Promise<void> };

export function RevokeInvitationButton({ tenantId, invitation: one, onRevoked }: Props) {
  return (
    <ConfirmButton
      label="Revoke"
      buttonLabel={`Revoke the invitation for ${one.email}`}
      title={`Revoke the invitation for ${one.email}?`}
      size="compact-sm"
      onConfirm={() =>
        ask(
          api.DELETE("/api/v1/tenants/{tenant_id}/invitations/{invitation_id}", {
            params: { path: { tenant_id: tenantId, invitation_id: one.id } },
          }),
        ).then(onRevoked)
      }
    >
      The link in the invitation email stops working.
    </ConfirmButton>
  );
}
