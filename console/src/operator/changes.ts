import type { Schemas } from "../api";
import type { StreamEvent } from "../app/event-stream";
import { notificationsKey } from "../notifications/key";

type Key = readonly string[];

const OPERATOR = "operator";
const key = (...rest: string[]): Key => [OPERATOR, ...rest];
/** A tenant's balance, payments and ledger. */
const BALANCE: Key = ["balance"];

/** Data without events of its own: metrics, heartbeats, task starts, replayed dead letters, charges, notifications, reviews. */
const NOT_TOLD = [
  notificationsKey,
  BALANCE,
  key("overview"),
  key("node"),
  key("nodes"),
  key("dead-letters"),
  key("event-backlog"),
  key("gateways"),
  key("readyz"),
  key("rollout"),
  key("rollouts"),
  key("app-reviews"),
  key("app-review"),
];

/** Operator queries that a platform event makes stale. */
export function staleAfter(event: StreamEvent): Key[] {
  switch (event.kind) {
    case "changed":
      // Events of the stream are described by the contract.
      return [key("overview"), ...changedBy(JSON.parse(event.data) as Schemas["OperatorEvent"])];
    case "tick":
      return NOT_TOLD;
    case "missed":
      return [[OPERATOR], BALANCE];
    default:
      return [];
  }
}

function changedBy({ type, subject_type, subject_id }: Schemas["OperatorEvent"]): Key[] {
  const [area = "", what = ""] = type.split(".");
  if (what === "gateway_changed") return [key("gateways")];
  if (what === "rollout_changed" || what === "agent_release_changed")
    return [key("rollouts"), key("rollout"), key("releases"), key("nodes")];
  if (area === "nodes" || area === "inventory")
    return [subject_type === "node" ? key("node", subject_id) : key("node"), key("nodes"), key("slots")];
  if (area === "allocations") return [key("allocations"), key("slots"), key("reservations"), key("placement")];
  if (area === "events") return [key("dead-letters")];
  if (what === "policy_changed") return [key("policies")];
  if (what === "sku_changed" || what === "price_added") return [key("skus")];
  return [key("tenants"), key("tenant"), key("projects"), key("finance"), BALANCE];
}
