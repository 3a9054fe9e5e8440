import "./fleet.css";
import { Stack, Text, Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Slot } from "../queries";
import { initials, type SlotUse, USES } from "./slots";

export type ColorBy = "state" | "tenant";

const TENANT_COLORS = 8;

/** Color class of a tenant; stable as long as the tenant list is. */
export function tenantColor(index: number): string {
  return `slot-tenant-${index < 0 ? 0 : index % TENANT_COLORS}`;
}

type Props = { slot: Slot; use: SlotUse; colorBy: ColorBy; tenant: { name: string; index: number } | undefined };

/** One GPU. Color, mark and border are redundant for accessibility. */
export function SlotBox({ slot, use, colorBy, tenant }: Props) {
  const lease = slot.leases[0];
  const color = colorBy === "tenant" && tenant ? tenantColor(tenant.index) : `slot-${use}`;
  const mark = colorBy === "tenant" && tenant ? initials(tenant.name) : USES[use].mark;
  const label = [
    `GPU ${slot.pci_address}`,
    USES[use].label.toLowerCase() + (tenant ? ` by ${tenant.name}` : ""),
    slot.leases.length > 1 ? `${slot.leases.length} leases` : undefined,
    slot.reason,
  ]
    .filter(Boolean)
    .join(", ");
  const tip = (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {slot.model}
      </Text>
      <Text size="xs">{label}</Text>
      <Text size="xs">
        NUMA node {slot.numa_node < 0 ? "unknown" : slot.numa_node}
        {slot.nic ? `, ${slot.nic}` : ""}
        {slot.nvme ? `, ${slot.nvme}` : ""}
      </Text>
      {lease && <Text size="xs">SKU {lease.sku}</Text>}
    </Stack>
  );
  return (
    <Tooltip label={tip} events={{ hover: true, focus: true, touch: true }}>
      {lease ? (
        <Link
          className={`slot ${color}`}
          to="/projects/$projectId/allocations/$allocationId"
          params={{ projectId: lease.project_id, allocationId: lease.allocation_id }}
          data-mark={mark}
          aria-label={`${label}; open allocation`}
        />
      ) : (
        <span className={`slot ${color}`} data-mark={mark} role="img" aria-label={label} />
      )}
    </Tooltip>
  );
}
