import type { Notification } from "./queries";

type Around = {
  /** Whether the caller sees the pages of nodes. */
  seesNodes: boolean;
  /** A project of the tenant that the caller can open: what concerns all of a tenant is shown in each of its projects. */
  projectOf: (tenantId: string) => string | undefined;
};

export type Target = { to: string; search?: { tab: string }; label: string };

/** Where to look at what a notification tells of; nowhere when the caller has no page for it. */
export function targetOf(notification: Notification, { seesNodes, projectOf }: Around): Target | undefined {
  const { subject_type: type, subject_id: id, tenant_id: tenantId } = notification;
  const projectId = notification.project_id ?? (tenantId && projectOf(tenantId));
  if (type === "node") {
    return seesNodes ? { to: `/operator/nodes/${id}`, label: "Open the node" } : undefined;
  }
  if (!projectId) {
    return undefined;
  }
  const billing = `/projects/${projectId}/billing`;
  switch (type) {
    case "allocation":
      return { to: `/projects/${projectId}/allocations/${id}`, label: "Open the allocation" };
    case "reservation":
      return { to: `/projects/${projectId}/reservations`, label: "Open the reservations" };
    case "budget":
      return { to: billing, search: { tab: "budgets" }, label: "Open the budget" };
    case "statement":
      return { to: billing, search: { tab: "statements" }, label: "Open the statements" };
    case "balance":
      return { to: billing, label: "Open the balance" };
    default:
      return undefined;
  }
}
