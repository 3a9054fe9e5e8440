import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { notificationsKey } from "./key";

export type Notification = Schemas["Notification"];
export type NotificationKind = Schemas["NotificationKind"];

export { notificationsKey };

const LATEST_MAX = 1;

/** Unread count; fetched with a one-item page, because every page carries the count. */
export const unreadCount = queryOptions({
  queryKey: [...notificationsKey, "unread"],
  queryFn: async () =>
    (await ask(api.GET("/api/v1/notifications", { params: { query: { limit: LATEST_MAX } } }))).unread,
});

export const preferences = queryOptions({
  queryKey: [...notificationsKey, "preferences"],
  queryFn: async () => (await ask(api.GET("/api/v1/notification-preferences"))).items,
});

export const KINDS: Record<NotificationKind, { label: string; what: string }> = {
  low_balance: { label: "Low balance", what: "The balance lasts less than a day at the current rate." },
  release_pending: {
    label: "Release pending",
    what: "Allocations will be released soon unless the balance is topped up.",
  },
  balance_depleted: { label: "Balance depleted", what: "The balance has run out." },
  payment_trouble: { label: "Payments", what: "A payment failed or was disputed." },
  budget: { label: "Budgets", what: "A project reached 50, 80 or 100 % of its monthly budget." },
  allocation_trouble: { label: "Allocations", what: "An allocation failed, degraded, or was released automatically." },
  node_trouble: { label: "Nodes", what: "A host is unreachable or a GPU is faulty. For operators." },
  statement: { label: "Statements", what: "A monthly statement is ready." },
  invitation: { label: "Invitations", what: "You're invited to a tenant or project." },
};

export function kindLabel(kind: string): string {
  // A newer server may know more kinds.
  return KINDS[kind as NotificationKind]?.label ?? kind;
}
