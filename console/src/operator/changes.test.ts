import { expect, test } from "vitest";
import { staleAfter } from "./changes";

function after(type: string, subject_type: string, subject_id = "x") {
  return staleAfter({
    id: "p.1",
    kind: "changed",
    data: JSON.stringify({ type, subject_type, subject_id, at: "" }),
  }).map((one) => one.join(" "));
}

test("an event invalidates only affected queries", () => {
  expect(after("nodes.node_changed", "node", "n1")).toEqual([
    "operator overview",
    "operator node n1",
    "operator nodes",
    "operator slots",
  ]);
  expect(after("allocations.allocation_moved", "allocation")).toContain("operator allocations");
  expect(after("allocations.allocation_moved", "allocation")).not.toContain("operator nodes");
  expect(after("events.event_dead_lettered", "dead_letter")).toEqual(["operator overview", "operator dead-letters"]);
  expect(after("gateways.gateway_changed", "gateway")).toEqual(["operator overview", "operator gateways"]);
});

test("a payment is seen on the tenant's page", () => {
  expect(after("payments.payment_changed", "payment")).toEqual(
    expect.arrayContaining(["balance", "operator tenant", "operator finance"]),
  );
  expect(after("billing.balance_depleted", "tenant")).toContain("balance");
});

test("missed events invalidate everything", () => {
  expect(staleAfter({ id: "p.1", kind: "missed", data: "{}" })).toEqual([["operator"], ["balance"]]);
  const ticked = staleAfter({ id: "p.1", kind: "tick", data: "{}" }).map((one) => one.join(" "));
  expect(ticked).toEqual(expect.arrayContaining(["notifications", "balance", "operator overview", "operator nodes"]));
  expect(staleAfter({ id: "p.1", kind: "position", data: "{}" })).toEqual([]);
});
