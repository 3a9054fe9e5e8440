import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "../api";
import { api, ask } from "../api/client";
import { notificationsKey } from "./key";

export type Notification = Schemas["Notification"];
export type NotificationKind = Schemas["NotificationKind"];

export { notificationsKey };

const LATEST_MAX = 1;

/** How many are unread; asked for with the newest one, because the count comes with every page. */
export const unreadCount = queryOptions({
  queryKey: [...notificationsKey, "unread"],
  queryFn: async () => (await ask(api.GET("/api/v1/notifications", { params: { query: { limit: LATEST_MAX } } }))).unread,
});

export const preferences = queryOptions({
  queryKey: [...notificationsKey, "preferences"],
  queryFn: async () => (await ask(api.GET("/api/v1/notification-preferences"))).items,
});

export const KINDS: Record<NotificationKind, { label: string; what: string }> = {
  low_balance: { label: "Low balance", what: "The balance lasts less than a day at today's pace." },
  release_pending: { label: "Release is near", what: "Allocations are released soon unless somebody pays in." },
  balance_depleted: { label: "Balance used up", what: "Nothing is left to pay with." },
  payment_trouble: { label: "Payments", what: "A payment failed, or somebody disputes one." },
  budget: { label: "Budgets", what: "A project reached 50, 80 or 100 % of its month." },
  allocation_trouble: { label: "Allocations", what: "One failed, is degraded, or was released for you." },
  node_trouble: { label: "Nodes", what: "A host is silent or a GPU is faulty. For operators." },
  statement: { label: "Statements", what: "A month was closed." },
  invitation: { label: "Invitations", what: "Somebody invites you to a tenant or a project." },
};

export function kindLabel(kind: string): string {
  return KINDS[kind as NotificationKind]?.label ?? kind;
}
