import { queryOptions } from "@tanstack/react-query";
import type { Allocation, Schemas } from "../api";
import { api, ask } from "../api/client";
import { bounds, type Period } from "./period";

export type Balance = Schemas["TenantBalance"];

export function balanceOf(tenantId: string | undefined) {
  return queryOptions({
    queryKey: ["balance", tenantId],
    enabled: tenantId !== undefined,
    queryFn: async () =>
      (await ask(api.GET("/api/v1/tenants/{tenant_id}/balance", { params: { path: { tenant_id: tenantId ?? "" } } })))
        .items,
  });
}

export type CostGroup = Schemas["CostGroup"];

/** The requested costs: `label` is the label key when grouping by label, `andBy` a second grouping. */
export type CostsAsked = {
  group: CostGroup;
  andBy?: CostGroup | undefined;
  period: Period;
  label?: string | undefined;
};

export function costsOf(tenantId: string | undefined, { group, andBy, period, label }: CostsAsked) {
  return queryOptions({
    queryKey: ["balance", tenantId, "costs", group, andBy, period, label],
    enabled: tenantId !== undefined && (group !== "label" || label !== undefined),
    queryFn: () =>
      ask(
        api.GET("/api/v1/tenants/{tenant_id}/costs", {
          params: {
            path: { tenant_id: tenantId ?? "" },
            query: {
              group_by: group,
              ...(andBy ? { and_by: andBy } : {}),
              ...bounds(period, Date.now()),
              ...(group === "label" && label ? { label } : {}),
            },
          },
        }),
      ),
  });
}

/** Total charges of one allocation, one line per currency. */
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

/** Charges since the start of the UTC month, as in the ledger. */
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

/** The contents of the running month's statement so far. */
export function draftStatementOf(tenantId: string) {
  return queryOptions({
    queryKey: ["balance", tenantId, "draft-statement"],
    queryFn: () =>
      ask(api.GET("/api/v1/tenants/{tenant_id}/draft-statement", { params: { path: { tenant_id: tenantId } } })),
  });
}
