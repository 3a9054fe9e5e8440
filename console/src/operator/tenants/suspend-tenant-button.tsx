import type { Tenant } from "../../api";
import { api, ask } from "../../api/client";
import { ReasonButton } from "../act";

export function SuspendTenantButton({ tenant }: { tenant: Tenant }) {
  return (
    <ReasonButton
      label="Suspend"
      title={`Suspend ${tenant.name}?`}
      danger
      done={`${tenant.name} suspended.`}
      onAct={(reason, header) =>
        ask(
          api.POST("/api/v1/tenants/{tenant_id}/suspend", {
            params: { path: { tenant_id: tenant.id }, header },
            body: { reason },
          }),
        )
      }
    >
      Members can no longer create allocations. Running allocations continue and are billed; members can still view and
      release them.
    </ReasonButton>
  );
}
