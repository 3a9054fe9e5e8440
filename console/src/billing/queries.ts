import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";

export type Balance = Schemas["TenantBalance"];

export function balanceOf(tenantId: string | undefined) {
  return queryOptions({
    queryKey: ["balance", tenantId],
    enabled: tenantId !== undefined,
    queryFn: async () =>
      (await ask(api.GET("/api/v1/tenants/{tenant_id}/balance", { params: { path: { tenant_id: tenantId ?? "" } } }))).items,
  });
}

export type CostGroup = Schemas["CostGroup"];

export function costsOf(tenantId: string | undefined, group: CostGroup, days: number) {
  return queryOptions({
    queryKey: ["balance", tenantId, "costs", group, days],
    enabled: tenantId !== undefined,
    queryFn: () =>
      ask(
        api.GET("/api/v1/tenants/{tenant_id}/costs", {
          params: {
            path: { tenant_id: tenantId ?? "" },
            query: { group_by: group, from: new Date(Date.now() - days * 86_400_000).toISOString() },
          },
        }),
      ),
  });
}
