import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { numbers, oneOf, switches, texts } from "./search";

const STATES = [
  "queued",
  "requested",
  "provisioning",
  "active",
  "releasing",
  "released",
  "failed",
  "release_failed",
] as const;
const OUTCOMES = ["succeeded", "refused", "failed"] as const;

/** All URLs of the console with what they may carry. Pages say in their `pages.ts` what is shown there. */
export const root = createRootRoute();

const at = <const Path extends string>(path: Path) => createRoute({ getParentRoute: () => root, path });

const withSearch = <const Path extends string, Search extends object>(
  path: Path,
  validateSearch: (said: Record<string, unknown>) => Search,
) => createRoute({ getParentRoute: () => root, path, validateSearch });

export const home = at("/");

/** Frame of all pages of a project. */
export const project = at("/projects/$projectId");

const inProject = <const Path extends string>(path: Path) => createRoute({ getParentRoute: () => project, path });

const inProjectWithSearch = <const Path extends string, Search extends object>(
  path: Path,
  validateSearch: (said: Record<string, unknown>) => Search,
) => createRoute({ getParentRoute: () => project, path, validateSearch });

const state = oneOf("state", STATES);
const outcome = oneOf("outcome", OUTCOMES);
const operated = texts("tenant_id", "sku", "node_id");
const flags = switches("stuck", "fault_reported");
const listed = texts("text", "label", "sku", "sort");
const allocationTab = texts("tab", "terminal", "span");
const offered = texts("text", "shape");
const offerMemory = numbers("memory");
const offerFlags = switches("free", "all");
/** Opens a terminal as soon as there can be one. */
const opening = switches("open");
const audited = texts("action", "correlation_id");
const costs = texts("tab", "group", "and", "label", "from", "to", "kind", "allocation_id");
const days = numbers("days");
const placement = texts("sku", "strategy");
const count = numbers("count");
const appsFound = texts("text", "category");
const appAccess = oneOf("access", ["enabled", "available"] as const);
const auditedByAll = texts("tenant_id", "actor_id", "action", "target", "correlation_id");

const routeTree = root.addChildren([
  home,
  project.addChildren([
    inProject("/"),
    inProjectWithSearch("/catalogue", (said) => ({ ...offered(said), ...offerMemory(said), ...offerFlags(said) })),
    inProjectWithSearch("/allocations", (said) => ({ ...listed(said), ...state(said) })),
    inProjectWithSearch("/apps", (said) => ({ ...appsFound(said), ...appAccess(said) })),
    inProjectWithSearch("/apps/$namespace/$appName", texts("tab", "version", "from")),
    inProjectWithSearch("/publishing", texts("tab", "app")),
    inProject("/artifacts/$artifactId"),
    inProjectWithSearch("/app-requests", texts("state")),
    inProject("/reservations"),
    inProjectWithSearch("/allocations/new", texts("sku")),
    inProjectWithSearch("/allocations/$allocationId", (said) => ({ ...allocationTab(said), ...opening(said) })),
    inProjectWithSearch("/recordings", texts("allocation_id", "opened_by", "from", "to")),
    inProject("/recordings/$terminalId"),
    inProjectWithSearch("/billing", (said) => ({ ...costs(said), ...days(said) })),
    inProject("/members"),
    inProject("/service-accounts"),
    inProjectWithSearch("/audit", (said) => ({ ...audited(said), ...outcome(said) })),
    inProject("/trace/$correlationId"),
    inProject("/settings"),
  ]),
  // Payment providers lead back here.
  at("/billing"),
  withSearch("/account/notifications", texts("tab", "show")),
  at("/account/ssh-keys"),
  at("/account/tokens"),
  at("/account/profile"),
  at("/operator"),
  withSearch("/operator/fleet", texts("by", "state", "text")),
  withSearch("/operator/nodes", texts("text", "state")),
  withSearch("/operator/nodes/$nodeId", texts("tab", "task", "span")),
  at("/operator/join-tokens"),
  withSearch("/operator/allocations", (said) => ({ ...operated(said), ...state(said), ...flags(said) })),
  withSearch("/operator/queue", (said) => ({ ...placement(said), ...count(said) })),
  withSearch("/operator/reservations", texts("tenant")),
  at("/operator/tenants"),
  withSearch("/operator/tenants/$tenantId", texts("from", "to", "kind", "allocation_id")),
  at("/operator/finance"),
  at("/operator/app-reviews"),
  at("/operator/app-reviews/$namespace/$appName/$appVersion"),
  withSearch("/operator/app-grants", texts("tenant")),
  withSearch("/operator/artifacts", texts("tenant")),
  at("/operator/prices"),
  at("/operator/prices/$skuName"),
  withSearch("/operator/policies", texts("tenant", "project", "text")),
  withSearch("/operator/dead-letters", texts("letter")),
  at("/operator/rollouts"),
  at("/operator/rollouts/$rolloutId"),
  at("/operator/gateways"),
  withSearch("/operator/audit", (said) => ({ ...auditedByAll(said), ...outcome(said) })),
  at("/operator/background"),
  at("/operator/health"),
  at("/trace"),
  at("/trace/$correlationId"),
]);

export const router = createRouter({ routeTree, defaultPreload: "intent", scrollRestoration: true });

export type PagePath = keyof typeof router.routesByPath;

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
