import type { Notification } from "./queries";

type Around = {
  /** Whether the caller can open node pages. */
  seesNodes: boolean;
  /** A project of the tenant that the caller can open; tenant-wide pages are shown in each of its projects. */
  projectOf: (tenantId: string) => string | undefined;
};

export type Target = { to: string; search?: { tab: string }; label: string };

/** Link to the subject of a notification; undefined if the caller has no page for it. */
export function targetOf(notification: Notification, { seesNodes, projectOf }: Around): Target | undefined {
  const { subject_type: type, subject_id: id, tenant_id: tenantId } = notification;
  const projectId = notification.project_id ?? (tenantId && projectOf(tenantId));
  if (type === "node") {
    return seesNodes ? { to: `/operator/nodes/${id}`, label: "Open node" } : undefined;
  }
  if (!projectId) {
    return undefined;
  }
  const billing = `/projects/${projectId}/billing`;
  switch (type) {
    case "allocation":
      return { to: `/projects/${projectId}/allocations/${id}`, label: "Open allocation" };
    case "reservation":
      return { to: `/projects/${projectId}/reservations`, label: "Open reservations" };
    case "budget":
      return { to: billing, search: { tab: "budgets" }, label: "Open budget" };
    case "statement":
      return { to: billing, search: { tab: "statements" }, label: "Open statements" };
    case "balance":
      return { to: billing, label: "Open balance" };
    default:
      return undefined;
  }
}
