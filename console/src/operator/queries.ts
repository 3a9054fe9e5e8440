import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { all, api, ask } from "../api/client";
import type { Span } from "../ui/time-axis";

export type Node = Schemas["Node"];
export type Slot = Schemas["Slot"];
export type NodeTask = Schemas["NodeTask"];
export type NodeCertificate = Schemas["NodeCertificate"];

/** Upper bound of a page; larger fleets need filters. */
const NODE_PAGES_MAX = 10;
const SLOT_PAGES_MAX = 20;
const PAGE = 200;
const CALLED_MAX = 20;
const OPERATED_PAGES_MAX = 3;

export const NODES_MAX = NODE_PAGES_MAX * PAGE;
export const SLOTS_MAX = SLOT_PAGES_MAX * PAGE;
export const OPERATED_MAX = OPERATED_PAGES_MAX * PAGE;

/** Query key prefix of all operator queries, so that a change refetches them all. */
const KEY = "operator";
export const operatorKey = [KEY];

export const overview = queryOptions({
  queryKey: [KEY, "overview"],
  queryFn: () => ask(api.GET("/api/v1/overview")),
});

export const nodes = queryOptions({
  queryKey: [KEY, "nodes"],
  queryFn: () =>
    all(
      (cursor) => ask(api.GET("/api/v1/nodes", { params: { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } } })),
      NODE_PAGES_MAX,
    ),
});

/** Nodes whose name or id starts with the given text. */
export function nodesCalled(search: string) {
  return queryOptions({
    queryKey: [KEY, "nodes", "called", search],
    queryFn: async () =>
      (await ask(api.GET("/api/v1/nodes", { params: { query: { limit: CALLED_MAX, search } } }))).items,
  });
}

export function nodeOf(nodeId: string) {
  return queryOptions({
    queryKey: [KEY, "node", nodeId],
    queryFn: () => ask(api.GET("/api/v1/nodes/{node_id}", { params: { path: { node_id: nodeId } } })),
  });
}

export function checksOf(nodeId: string) {
  return queryOptions({
    queryKey: [KEY, "checks", nodeId],
    queryFn: () => ask(api.GET("/api/v1/nodes/{node_id}/checks", { params: { path: { node_id: nodeId } } })),
  });
}

/** The same until the server is started with other packages. */
export const joinLine = queryOptions({
  queryKey: [KEY, "join-line"],
  queryFn: () => ask(api.GET("/api/v1/nodes/join-line")),
});

export function slotsOf(nodeId?: string) {
  return queryOptions({
    queryKey: [KEY, "slots", nodeId],
    queryFn: () =>
      all(
        (cursor) =>
          ask(
            api.GET("/api/v1/slots", {
              params: { query: { limit: PAGE, ...(nodeId ? { node_id: nodeId } : {}), ...(cursor ? { cursor } : {}) } },
            }),
          ),
        SLOT_PAGES_MAX,
      ),
  });
}

export function topologyOf(nodeId: string) {
  return queryOptions({
    queryKey: [KEY, "node", nodeId, "topology"],
    queryFn: () => ask(api.GET("/api/v1/nodes/{node_id}/topology", { params: { path: { node_id: nodeId } } })),
  });
}

export function telemetryOf(nodeId: string, hours: number) {
  return queryOptions({
    queryKey: [KEY, "node", nodeId, "telemetry", hours],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const to = Date.now();
      const span: Span = { from: to - hours * 3_600_000, to };
      const telemetry = await ask(
        api.GET("/api/v1/nodes/{node_id}/telemetry", {
          params: {
            path: { node_id: nodeId },
            // 120 points for any time range.
            query: {
              from: new Date(span.from).toISOString(),
              to: new Date(span.to).toISOString(),
              step_seconds: Math.max(10, hours * 30),
            },
          },
        }),
      );
      return { telemetry, span };
    },
  });
}

/** Upper bound of listed certificates; older ones are irrelevant. */
const CERTIFICATE_PAGES_MAX = 2;

export function certificatesOf(nodeId: string) {
  return queryOptions({
    queryKey: [KEY, "node", nodeId, "certificates"],
    queryFn: () =>
      all(
        (cursor) =>
          ask(
            api.GET("/api/v1/nodes/{node_id}/certificates", {
              params: { path: { node_id: nodeId }, query: { limit: PAGE, ...(cursor ? { cursor } : {}) } },
            }),
          ),
        CERTIFICATE_PAGES_MAX,
      ),
  });
}

export function tasksOf(nodeId: string) {
  return queryOptions({
    queryKey: [KEY, "node", nodeId, "tasks"],
    queryFn: async () =>
      (
        await ask(
          api.GET("/api/v1/nodes/{node_id}/tasks", { params: { path: { node_id: nodeId }, query: { limit: 50 } } }),
        )
      ).items,
  });
}

export function taskOf(nodeId: string, taskId: string) {
  return queryOptions({
    queryKey: [KEY, "node", nodeId, "task", taskId],
    queryFn: () =>
      ask(
        api.GET("/api/v1/nodes/{node_id}/tasks/{task_id}", { params: { path: { node_id: nodeId, task_id: taskId } } }),
      ),
  });
}

export const tenants = queryOptions({
  queryKey: [KEY, "tenants"],
  queryFn: () =>
    all(
      (cursor) =>
        ask(api.GET("/api/v1/tenants", { params: { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } } })),
      5,
    ),
});

export function projectsOf(tenantId: string) {
  return queryOptions({
    queryKey: [KEY, "projects", tenantId],
    queryFn: () =>
      all((cursor) =>
        ask(
          api.GET("/api/v1/tenants/{tenant_id}/projects", {
            params: { path: { tenant_id: tenantId }, query: { limit: PAGE, ...(cursor ? { cursor } : {}) } },
          }),
        ),
      ),
  });
}

export type OperatedFilter = {
  tenant_id?: string | undefined;
  state?: Schemas["AllocationState"] | undefined;
  sku?: string | undefined;
  node_id?: string | undefined;
  stuck?: boolean | undefined;
  fault_reported?: boolean | undefined;
};

/** Allocations of all tenants. */
export function operatedAllocations(filter: OperatedFilter = {}) {
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ""));
  return queryOptions({
    queryKey: [KEY, "allocations", query],
    placeholderData: keepPreviousData,
    queryFn: () =>
      all(
        (cursor) =>
          ask(
            api.GET("/api/v1/allocations", {
              params: { query: { limit: PAGE, ...query, ...(cursor ? { cursor } : {}) } },
            }),
          ),
        OPERATED_PAGES_MAX,
      ),
  });
}

export const skus = queryOptions({
  queryKey: [KEY, "skus"],
  queryFn: () =>
    all(
      (cursor) => ask(api.GET("/api/v1/skus", { params: { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } } })),
      3,
    ),
});

/** Standard and custom prices, past and scheduled. */
export function pricesOf(sku: string) {
  return queryOptions({
    queryKey: [KEY, "skus", sku, "prices"],
    queryFn: () =>
      all(
        (cursor) =>
          ask(
            api.GET("/api/v1/skus/{sku_name}/prices", {
              params: {
                path: { sku_name: sku },
                query: { include_tenants: true, limit: PAGE, ...(cursor ? { cursor } : {}) },
              },
            }),
          ),
        5,
      ),
  });
}

/** Custom prices of a tenant. */
export function pricesOfTenant(tenantId: string) {
  return queryOptions({
    queryKey: [KEY, "skus", "of-tenant", tenantId],
    queryFn: async () =>
      (
        await ask(
          api.GET("/api/v1/tenants/{tenant_id}/prices", {
            params: { path: { tenant_id: tenantId }, query: { limit: PAGE } },
          }),
        )
      ).items,
  });
}

export const deadLetters = queryOptions({
  queryKey: [KEY, "dead-letters"],
  queryFn: () =>
    all(
      (cursor) =>
        ask(api.GET("/api/v1/dead-letters", { params: { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } } })),
      3,
    ),
});

export const eventBacklog = queryOptions({
  queryKey: [KEY, "event-backlog"],
  queryFn: () => ask(api.GET("/api/v1/event-backlog")),
});

/** Users by name, if the caller may see them. */
export const users = queryOptions({
  queryKey: [KEY, "users"],
  queryFn: () =>
    all(
      (cursor) => ask(api.GET("/api/v1/users", { params: { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } } })),
      5,
    ),
});

export const pendingAdjustments = queryOptions({
  queryKey: [KEY, "finance", "pending-adjustments"],
  queryFn: () =>
    all(
      (cursor) =>
        ask(
          api.GET("/api/v1/pending-adjustments", { params: { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } } }),
        ),
      3,
    ),
});

/** The newest payments only. */
export function adjustmentsOf(tenantId: string) {
  return queryOptions({
    queryKey: [KEY, "tenant", tenantId, "adjustments"],
    queryFn: async () =>
      (
        await ask(
          api.GET("/api/v1/tenants/{tenant_id}/adjustments", {
            params: { path: { tenant_id: tenantId }, query: { limit: 50 } },
          }),
        )
      ).items,
  });
}

export function statementsOf(tenantId: string) {
  return queryOptions({
    queryKey: [KEY, "tenant", tenantId, "statements"],
    queryFn: async () =>
      (
        await ask(
          api.GET("/api/v1/tenants/{tenant_id}/statements", {
            params: { path: { tenant_id: tenantId }, query: { limit: PAGE } },
          }),
        )
      ).items,
  });
}

export const gateways = queryOptions({
  queryKey: [KEY, "gateways"],
  queryFn: async () => (await ask(api.GET("/api/v1/gateways", { params: { query: { limit: PAGE } } }))).items,
});

export const releases = queryOptions({
  queryKey: [KEY, "releases"],
  queryFn: async () => (await ask(api.GET("/api/v1/agent-releases", { params: { query: { limit: PAGE } } }))).items,
});

export const rollouts = queryOptions({
  queryKey: [KEY, "rollouts"],
  queryFn: async () => (await ask(api.GET("/api/v1/rollouts", { params: { query: { limit: PAGE } } }))).items,
});
