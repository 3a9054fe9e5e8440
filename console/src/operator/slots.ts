import type { Node, Slot } from "./queries";

export type SlotUse = "free" | "taken" | "shared" | "closed" | "broken";

export const USES: Record<SlotUse, { label: string; mark: string; help: string }> = {
  free: { label: "Free", mark: "", help: "can be given to somebody now" },
  taken: { label: "Taken", mark: "●", help: "held by an allocation" },
  shared: { label: "MIG, partly taken", mark: "◐", help: "some of its slices are held" },
  closed: { label: "Closed", mark: "–", help: "its node takes nothing new" },
  broken: { label: "Out of service", mark: "✕", help: "missing, faulty or its node is gone" },
};

/** What a slot is good for at this moment. */
export function slotUse(slot: Slot, node: Node | undefined): SlotUse {
  if (slot.leases.length > 0) {
    return slot.mode === "mig" ? "shared" : "taken";
  }
  if (node && ["cordoned", "draining", "drained", "enrolling"].includes(node.state)) {
    return "closed";
  }
  return slot.state === "in_service" && (!node || node.state === "ready") ? "free" : "broken";
}

export type NumaGroup = { numa: number; slots: Slot[] };

/** By NUMA node, and within it by PCI address, as the host has them. */
export function byNuma(slots: Slot[]): NumaGroup[] {
  const groups = new Map<number, Slot[]>();
  for (const slot of slots.toSorted((one, other) => one.pci_address.localeCompare(other.pci_address))) {
    groups.set(slot.numa_node, [...(groups.get(slot.numa_node) ?? []), slot]);
  }
  return [...groups].sort(([one], [other]) => one - other).map(([numa, own]) => ({ numa, slots: own }));
}

/** Two letters that tell tenants apart where colours do not. */
export function initials(name: string): string {
  const parts = name.split(/[\s_-]+/).filter(Boolean);
  return ((parts[0]?.[0] ?? "?") + (parts[1]?.[0] ?? parts[0]?.[1] ?? "")).toUpperCase();
}
