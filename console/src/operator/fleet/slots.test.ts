import { expect, test } from "vitest";
import type { Node, Slot } from "../queries";
import { allocationsByNode, byNuma, initials, slotUse } from "./slots";

const slot = (part: Partial<Slot>): Slot =>
  ({
    state: "in_service",
    mode: "whole",
    leases: [],
    numa_node: 0,
    pci_address: "0000:01:00.0",
    ...part,
  }) as unknown as Slot;
const node = (state: Node["state"]): Node => ({ state }) as Node;
const held = [{ tenant_id: "t" }] as unknown as Slot["leases"];

test("a slot is free only when it and its node are in service", () => {
  expect(slotUse(slot({}), node("ready"))).toBe("free");
  expect(slotUse(slot({}), node("cordoned"))).toBe("closed");
  expect(slotUse(slot({}), node("unreachable"))).toBe("broken");
  expect(slotUse(slot({ state: "out_of_service" }), node("ready"))).toBe("broken");
});

test("slots in use stay in use whatever their node's state", () => {
  expect(slotUse(slot({ leases: held }), node("draining"))).toBe("taken");
  expect(slotUse(slot({ leases: held, mode: "mig" }), node("ready"))).toBe("shared");
});

test("an allocation that holds several GPUs of a node counts once", () => {
  const held = (node_id: string, ...allocations: string[]) =>
    ({ node_id, leases: allocations.map((allocation_id) => ({ allocation_id })) }) as unknown as Slot;
  const counts = allocationsByNode([
    held("n1", "a"),
    held("n1", "a"),
    held("n1", "b", "c"),
    held("n2"),
    held("n3", "d"),
  ]);
  expect([...counts]).toEqual([
    ["n1", 3],
    ["n3", 1],
  ]);
});

test("slots are sorted by NUMA node and address", () => {
  const groups = byNuma([
    slot({ numa_node: 1, pci_address: "b" }),
    slot({ pci_address: "c" }),
    slot({ pci_address: "a" }),
  ]);
  expect(groups.map((group) => [group.numa, group.slots.map((one) => one.pci_address)])).toEqual([
    [0, ["a", "c"]],
    [1, ["b"]],
  ]);
});

test("tenants are identified by two letters", () => {
  expect(initials("Demo tenant")).toBe("DT");
  expect(initials("acme")).toBe("AC");
  expect(initials("")).toBe("?");
});
