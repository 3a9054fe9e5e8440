import type { Icon } from "@tabler/icons-react";
import {
  IconActivityHeartbeat,
  IconBuildingBank,
  IconCalendarTime,
  IconGridDots,
  IconHistory,
  IconHourglass,
  IconKey,
  IconLayoutDashboard,
  IconMailExclamation,
  IconPackageExport,
  IconRoute,
  IconScale,
  IconServer,
  IconStack2,
  IconTags,
  IconUsersGroup,
  IconWorldUpload,
} from "@tabler/icons-react";
import type { PageEntry } from "../app/page-entry";

type Load = PageEntry["load"];

function page(path: PageEntry["path"], label: string, icon: Icon, title: string, needs: string, load: Load): PageEntry {
  return { path, title, load, needs, nav: { section: "operator", label, icon } };
}

function detail(path: PageEntry["path"], title: string, load: Load): PageEntry {
  return { path, title, load };
}

/** Operator pages, all under /operator. The first one is the operators' start page. */
export const operatorPages: PageEntry[] = [
  page(
    "/operator",
    "Overview",
    IconLayoutDashboard,
    "Fleet, queue, finance and events at a glance",
    "overview.read",
    () => import("./overview"),
  ),
  page(
    "/operator/fleet",
    "Fleet map",
    IconGridDots,
    "Every GPU of every node",
    "slots.read",
    () => import("./fleet/fleet-map"),
  ),
  page(
    "/operator/nodes",
    "Nodes",
    IconServer,
    "GPU hosts, their health and maintenance",
    "nodes.read",
    () => import("./fleet/node-list"),
  ),
  detail("/operator/nodes/$nodeId", "Node", () => import("./fleet/node-detail")),
  page(
    "/operator/join-tokens",
    "Join tokens",
    IconKey,
    "Add hosts to the fleet",
    "nodes.manage",
    () => import("./fleet/join-tokens"),
  ),
  page(
    "/operator/allocations",
    "All allocations",
    IconStack2,
    "Allocations of all tenants",
    "allocations.operate",
    () => import("./capacity/allocations"),
  ),
  page(
    "/operator/queue",
    "Queue",
    IconHourglass,
    "Pending requests and placement checks",
    "allocations.operate",
    () => import("./capacity/queue"),
  ),
  page(
    "/operator/reservations",
    "Reservations",
    IconCalendarTime,
    "Capacity reserved for a future time",
    "tenants.read",
    () => import("./capacity/reservations"),
  ),
  page(
    "/operator/tenants",
    "Tenants",
    IconUsersGroup,
    "All tenants on the platform",
    "tenants.read",
    () => import("./tenants/tenant-list"),
  ),
  detail("/operator/tenants/$tenantId", "Tenant", () => import("./tenants/tenant-detail")),
  page(
    "/operator/finance",
    "Finance",
    IconBuildingBank,
    "Balances, usage and ledger of all tenants",
    "billing.read",
    () => import("./money/finance"),
  ),
  page(
    "/operator/prices",
    "Prices",
    IconTags,
    "SKUs, prices and price schedules",
    "skus.read",
    () => import("./money/prices"),
  ),
  detail("/operator/prices/$skuName", "SKU prices", () => import("./money/sku-prices")),
  page(
    "/operator/policies",
    "Policies",
    IconScale,
    "Effective settings and their overrides",
    "policies.read",
    () => import("./system/policies"),
  ),
  page(
    "/operator/dead-letters",
    "Events",
    IconMailExclamation,
    "Event backlog and dead letters",
    "events.read",
    () => import("./system/dead-letters"),
  ),
  page(
    "/operator/rollouts",
    "Agent updates",
    IconPackageExport,
    "Node agent releases and rollouts",
    "updates.read",
    () => import("./fleet/rollouts"),
  ),
  detail("/operator/rollouts/$rolloutId", "Rollout", () => import("./fleet/rollout-detail")),
  page(
    "/operator/gateways",
    "Gateways",
    IconWorldUpload,
    "Relays for terminals, files and logs",
    "gateways.read",
    () => import("./system/gateways"),
  ),
  page(
    "/operator/audit",
    "Audit",
    IconHistory,
    "Every action on the platform",
    "audit.read",
    () => import("./system/audit"),
  ),
  page(
    "/operator/health",
    "System health",
    IconActivityHeartbeat,
    "Status of every component",
    "nodes.read",
    () => import("./system/health"),
  ),
  page(
    "/trace",
    "Trace",
    IconRoute,
    "Everything one request caused, by correlation ID",
    "audit.read",
    () => import("./system/trace-lookup"),
  ),
  detail("/trace/$correlationId", "Trace", () => import("./system/trace")),
];
