import { Badge, Box, Checkbox, Group, Table, Text, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconLock } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import type { Allocation } from "../api";
import { useCurrentProject } from "../app/me";
import { Ago } from "../ui/ago";
import { useChoice } from "../ui/choice";
import { AnchorLink } from "../ui/links";
import { TableCard } from "../ui/table";
import { endOf } from "./ends";
import { OpenTerminal } from "./open-terminal";
import { type Column, directionOf, ORDERS, ordered, pressed } from "./order";
import { StateOf } from "./state";

type Props = {
  projectId: string;
  allocations: Allocation[];
  /** Selected rows, if bulk actions are available. */
  chosen?: Set<string>;
  onChoose?: (chosen: Set<string>) => void;
};

export function AllocationTable({ projectId, allocations, chosen, onChoose }: Props) {
  const [order, setOrder] = useChoice("sort", ORDERS);
  const sorted = useMemo(() => ordered(allocations, order), [allocations, order]);
  const heading = (by: Column, label: string) => (
    <SortButton key={by} label={label} direction={directionOf(order, by)} onSort={() => setOrder(pressed(order, by))} />
  );
  const head: ReactNode[] = [
    heading("name", "Name"),
    heading("state", "State"),
    heading("sku", "SKU"),
    heading("cost", "Per hour"),
    heading("created", "Created"),
    "",
  ];
  if (chosen && onChoose) {
    head.unshift(
      <Checkbox
        key="all"
        aria-label="Select all"
        checked={chosen.size > 0 && chosen.size === allocations.length}
        indeterminate={chosen.size > 0 && chosen.size < allocations.length}
        onChange={(event) =>
          onChoose(event.currentTarget.checked ? new Set(allocations.map((one) => one.id)) : new Set())
        }
      />,
    );
  }
  return (
    <TableCard
      label="Allocations"
      head={head}
      names={[...(chosen && onChoose ? [""] : []), "Name", "State", "SKU", "Per hour", "Created", ""]}
      minWidth={680}
    >
      {sorted.map((allocation) => (
        <Row
          key={allocation.id}
          projectId={projectId}
          allocation={allocation}
          {...(chosen && onChoose ? { chosen, onChoose } : {})}
        />
      ))}
    </TableCard>
  );
}

function SortButton({
  label,
  direction,
  onSort,
}: {
  label: string;
  direction: "up" | "down" | undefined;
  onSort: () => void;
}) {
  const Arrow = direction === "up" ? IconArrowUp : IconArrowDown;
  const order = direction ? `, sorted ${direction === "up" ? "ascending" : "descending"}` : "";
  return (
    <UnstyledButton onClick={onSort} fz="inherit" fw="inherit" aria-label={`Sort by ${label.toLowerCase()}${order}`}>
      <Group gap={4} wrap="nowrap">
        {label}
        {direction && <Arrow size={14} aria-hidden />}
      </Group>
    </UnstyledButton>
  );
}

function Row({ projectId, allocation, chosen, onChoose }: Omit<Props, "allocations"> & { allocation: Allocation }) {
  const { can } = useCurrentProject();
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(allocation.id)) {
      next.add(allocation.id);
    }
    onChoose?.(next);
  };
  const end = endOf(allocation);
  return (
    <Table.Tr>
      {chosen && (
        <Table.Td w={40}>
          <Checkbox aria-label={`Select ${allocation.name}`} checked={chosen.has(allocation.id)} onChange={toggle} />
        </Table.Td>
      )}
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <AnchorLink
            to="/projects/$projectId/allocations/$allocationId"
            params={{ projectId: projectId, allocationId: allocation.id }}
            fw={600}
          >
            {allocation.name}
          </AnchorLink>
          {allocation.protected && <IconLock size={14} aria-label="Protected" />}
        </Group>
        <Box mt={4}>
          <Labels labels={allocation.labels} />
        </Box>
      </Table.Td>
      <Table.Td>
        <StateOf allocation={allocation} />
        {end && (
          <Text size="xs" c="dimmed" className="nowrap">
            {end.because === "idle" ? "idle, ends " : "ends "}
            <Ago at={end.at} />
          </Text>
        )}
      </Table.Td>
      <Table.Td className="nowrap">
        {allocation.count} × {allocation.sku}
      </Table.Td>
      <Table.Td className="figure nowrap">{allocation.hourly_cost ? hourlyCost(allocation.hourly_cost) : "—"}</Table.Td>
      <Table.Td className="nowrap">
        <Text size="sm" c="dimmed">
          <Ago at={allocation.created_at} />
        </Text>
      </Table.Td>
      <Table.Td className="row-end">
        {can("terminals.open") && <OpenTerminal allocation={allocation} size="compact-sm" />}
      </Table.Td>
    </Table.Tr>
  );
}

export function Labels({ labels }: { labels: Record<string, string> }) {
  const entries = Object.entries(labels);
  return entries.length === 0 ? null : (
    <Group gap={4}>
      {entries.map(([key, value]) => (
        <Badge key={key} size="sm" variant="default" className="state">
          {value ? `${key}=${value}` : key}
        </Badge>
      ))}
    </Group>
  );
}

export function hourlyCost(cost: { currency: string; amount: string }): string {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: cost.currency,
    maximumFractionDigits: 4,
    minimumFractionDigits: 2,
  }).format(Number(cost.amount));
}
