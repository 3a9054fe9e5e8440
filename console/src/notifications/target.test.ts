import { expect, test } from "vitest";
import type { Notification } from "./queries";
import { targetOf } from "./target";

const around = { seesNodes: false, projectOf: (tenantId: string) => (tenantId === "t" ? "first" : undefined) };

function told(subject: Partial<Notification>): Notification {
  return { id: "n", kind: "k", title: "T", body: "B", created_at: "2026-01-02T03:04:05Z", ...subject };
}

test("notifications link to their subject", () => {
  const of = (subject_type: string, more = {}) =>
    targetOf(told({ subject_type, subject_id: "x", tenant_id: "t", project_id: "p", ...more }), around)?.to;
  expect(of("allocation")).toBe("/projects/p/allocations/x");
  expect(of("reservation")).toBe("/projects/p/reservations");
  expect(of("budget")).toBe("/projects/p/billing");
  expect(of("something new")).toBeUndefined();
});

test("tenant-wide notifications link to one of its projects", () => {
  const balance = { subject_type: "balance", subject_id: "t", tenant_id: "t" };
  expect(targetOf(told(balance), around)?.to).toBe("/projects/first/billing");
  expect(targetOf(told({ ...balance, tenant_id: "other" }), around)).toBeUndefined();
});

test("node links need access to nodes, and old notifications have no link", () => {
  const node = told({ subject_type: "node", subject_id: "n1" });
  expect(targetOf(node, around)).toBeUndefined();
  expect(targetOf(node, { ...around, seesNodes: true })?.to).toBe("/operator/nodes/n1");
  expect(targetOf(told({ tenant_id: "t" }), around)).toBeUndefined();
});
