import type { Tenant } from "../../api";
import { api, ask, once } from "../../api/client";
import { ConfirmButton } from "../../ui/confirm";
import { useChanged } from "../act";

export function ReactivateTenantButton({ tenant }: { tenant: Tenant }) {
  const changed = useChanged();
  const reactivate = async () => {
    const path = { tenant_id: tenant.id };
    await ask(api.POST("/api/v1/tenants/{tenant_id}/reactivate", { params: { path, header: once() } }));
    changed(`${tenant.name} is active again.`);
  };
  return (
    <ConfirmButton label="Reactivate" title={`Reactivate ${tenant.name}?`} danger={false} onConfirm={reactivate}>
      Members can create allocations again immediately.
    </ConfirmButton>
  );
}
