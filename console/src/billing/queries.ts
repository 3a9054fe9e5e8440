import { queryOptions } from "@tanstack/react-query";
import type { Allocation, Schemas } from "../api";
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

/** `label` is the key to group by with the group label. */
export function costsOf(tenantId: string | undefined, group: CostGroup, days: number, label?: string) {
  return queryOptions({
    queryKey: ["balance", tenantId, "costs", group, days, label],
    enabled: tenantId !== undefined && (group !== "label" || label !== undefined),
    queryFn: () =>
      ask(
        api.GET("/api/v1/tenants/{tenant_id}/costs", {
          params: {
            path: { tenant_id: tenantId ?? "" },
            query: {
              group_by: group,
              from: new Date(Date.now() - days * 86_400_000).toISOString(),
              ...(group === "label" && label ? { label } : {}),
            },
          },
        }),
      ),
  });
}

/** What was charged for one allocation, ever; a line for each currency. */
export function chargedFor(tenantId: string | undefined, allocation: Allocation) {
  return queryOptions({
    queryKey: ["balance", tenantId, "costs", "of", allocation.id],
    enabled: tenantId !== undefined,
    queryFn: async () =>
      (
        await ask(
          api.GET("/api/v1/tenants/{tenant_id}/costs", {
            params: {
              path: { tenant_id: tenantId ?? "" },
              query: { group_by: "allocation", allocation_id: allocation.id, from: allocation.created_at },
            },
          }),
        )
      ).items,
  });
}

/** What was charged since the month began, in UTC, as the books count months. */
export function chargedThisMonth(tenantId: string, begun: Date) {
  return queryOptions({
    queryKey: ["balance", tenantId, "costs", "month", begun.toISOString()],
    queryFn: () =>
      ask(
        api.GET("/api/v1/tenants/{tenant_id}/costs", {
          params: { path: { tenant_id: tenantId }, query: { group_by: "project", from: begun.toISOString() } },
        }),
      ),
  });
}
