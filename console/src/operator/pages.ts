import {
  IconActivityHeartbeat, IconBuildingBank, IconCalendarTime, IconGridDots, IconHistory, IconHourglass, IconKey, IconLayoutDashboard, IconMailExclamation, IconPackageExport,
  IconRoute, IconScale, IconServer, IconStack2, IconTags, IconUsersGroup, IconWorldUpload,
} from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

type Load = PageEntry["load"];

function page(path: string, label: string, icon: Icon, title: string, needs: string, load: Load): PageEntry {
  return { path, title, load, needs, nav: { section: "operator", label, icon } };
}

function detail(path: string, title: string, load: Load): PageEntry {
  return { path, title, load };
}

/** Pages of who runs the platform; their addresses begin with /operator. The first is where operators begin. */
export const operatorPages: PageEntry[] = [
  page("/operator", "Overview", IconLayoutDashboard, "What the fleet, the queue and the money are doing", "overview.read", () => import("./overview")),
  page("/operator/fleet", "Fleet map", IconGridDots, "Every GPU of every node, and who holds it", "slots.read", () => import("./fleet-map")),
  page("/operator/nodes", "Nodes", IconServer, "The hosts, their health and what to do with them", "nodes.read", () => import("./node-list")),
  detail("/operator/nodes/$nodeId", "Node", () => import("./node-detail")),
  page("/operator/join-tokens", "Join tokens", IconKey, "Let new hosts join", "nodes.manage", () => import("./join-tokens")),
  page("/operator/allocations", "All allocations", IconStack2, "What every tenant holds, and force-release", "allocations.operate", () => import("./allocations")),
  page("/operator/queue", "Queue", IconHourglass, "Who waits, why, and where a request would fit", "allocations.operate", () => import("./queue")),
  page("/operator/reservations", "Reservations", IconCalendarTime, "Capacity promised for a time to come", "tenants.read", () => import("./reservations")),
  page("/operator/tenants", "Tenants", IconUsersGroup, "Who uses the platform", "tenants.read", () => import("./tenant-list")),
  detail("/operator/tenants/$tenantId", "Tenant", () => import("./tenant-detail")),
  page("/operator/finance", "Finance", IconBuildingBank, "Balances and burn of every tenant, and the books", "billing.read", () => import("./finance")),
  page("/operator/prices", "Prices", IconTags, "What is sold, to whom, at which price and from when", "skus.read", () => import("./prices")),
  detail("/operator/prices/$skuName", "Prices of a SKU", () => import("./sku-prices")),
  page("/operator/policies", "Policies", IconScale, "What is allowed, where it comes from, and changing it", "policies.read", () => import("./policies")),
  page("/operator/dead-letters", "Events", IconMailExclamation, "Events that wait, and dead letters: inspect, replay, discard", "events.read", () => import("./dead-letters")),
  page("/operator/rollouts", "Agent updates", IconPackageExport, "Releases of the node agent and their rollouts", "updates.read", () => import("./rollouts")),
  detail("/operator/rollouts/$rolloutId", "Rollout", () => import("./rollout-detail")),
  page("/operator/gateways", "Gateways", IconWorldUpload, "The programs that carry terminals and logs", "gateways.read", () => import("./gateways")),
  page("/operator/audit", "Audit", IconHistory, "Who did what, allowed or refused", "audit.read", () => import("./audit")),
  page("/operator/health", "System health", IconActivityHeartbeat, "Is everything working", "nodes.read", () => import("./health")),
  page("/trace", "Trace", IconRoute, "What one request led to, by its correlation id", "audit.read", () => import("./trace-lookup")),
  detail("/trace/$correlationId", "Trace", () => import("./trace")),
];
