import type { Node, Slot } from "../queries";

export type SlotUse = "free" | "taken" | "shared" | "closed" | "broken";

export const USES: Record<SlotUse, { label: string; mark: string; help: string }> = {
  free: { label: "Free", mark: "", help: "available for allocations" },
  taken: { label: "In use", mark: "●", help: "held by an allocation" },
  shared: { label: "MIG, partly in use", mark: "◐", help: "some of its slices are in use" },
  closed: { label: "Closed", mark: "–", help: "its node accepts no new allocations" },
  broken: { label: "Out of service", mark: "✕", help: "missing, faulty, or its node is unreachable" },
};

/** Current use of a slot. */
export function slotUse(slot: Slot, node: Node | undefined): SlotUse {
  if (slot.leases.length > 0) {
    return slot.mode === "mig" ? "shared" : "taken";
  }
  if (node && ["cordoned", "draining", "drained", "enrolling"].includes(node.state)) {
    return "closed";
  }
  return slot.state === "in_service" && (!node || node.state === "ready") ? "free" : "broken";
}

/** How many allocations hold GPUs of each node. */
export function allocationsByNode(slots: Slot[]): Map<string, number> {
  const held = new Map<string, Set<string>>();
  for (const slot of slots) {
    for (const lease of slot.leases) {
      held.set(slot.node_id, (held.get(slot.node_id) ?? new Set()).add(lease.allocation_id));
    }
  }
  return new Map([...held].map(([node, allocations]) => [node, allocations.size]));
}

export type NumaGroup = { numa: number; slots: Slot[] };

/** Slots grouped by NUMA node and sorted by PCI address. */
export function byNuma(slots: Slot[]): NumaGroup[] {
  const groups = new Map<number, Slot[]>();
  for (const slot of slots.toSorted((one, other) => one.pci_address.localeCompare(other.pci_address))) {
    groups.set(slot.numa_node, [...(groups.get(slot.numa_node) ?? []), slot]);
  }
  return [...groups].sort(([one], [other]) => one - other).map(([numa, own]) => ({ numa, slots: own }));
}

/** Two letters that identify a tenant without color. */
export function initials(name: string): string {
  const parts = name.split(/[\s_-]+/).filter(Boolean);
  return ((parts[0]?.[0] ?? "?") + (parts[1]?.[0] ?? parts[0]?.[1] ?? "")).toUpperCase();
}
