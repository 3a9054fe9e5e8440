import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { ConfirmButton } from "../ui/confirm";

type Props = { tenantId: string; member: Schemas["Member"]; onRemoved: () => Promise<void> };

export function RemoveTenantMemberButton({ tenantId, member, onRemoved }: Props) {
  const path = { tenant_id: tenantId, principal_id: member.principal_id };
  return (
    <ConfirmButton
      label="Remove"
      buttonLabel={`Remove ${member.display_name} from the tenant`}
      title={`Remove ${member.display_name} from the tenant?`}
      size="compact-sm"
      onConfirm={() =>
        ask(api.DELETE("/api/v1/tenants/{tenant_id}/members/{principal_id}", { params: { path } })).then(onRemoved)
      }
    >
      They lose every role in this tenant and in all its projects.
    </ConfirmButton>
  );
}
