import { api, ask } from "../../api/client";
import { partsOf } from "../../apps/names";
import { ConfirmButton } from "../../ui/confirm";
import { useChanged } from "../act";

/** Removes a tenant's own grant, so that the policy applies again. */
export function RemoveTenantEntitlementButton({ tenantId, app }: { tenantId: string; app: string }) {
  const changed = useChanged();
  return (
    <ConfirmButton
      label="Remove"
      buttonLabel={`Remove ${app}`}
      title={`Remove the decision about ${app}?`}
      size="compact-sm"
      danger={false}
      onConfirm={async () => {
        await ask(
          api.DELETE("/api/v1/tenants/{tenant_id}/app-entitlements/{namespace}/{app_name}", {
            params: { path: { tenant_id: tenantId, ...partsOf(app) } },
          }),
        );
        changed(`Removed the decision about ${app}.`);
      }}
    >
      The policy entitlements.public_apps decides again. Nothing that runs stops.
    </ConfirmButton>
  );
}
