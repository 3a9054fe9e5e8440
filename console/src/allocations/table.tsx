import { Anchor, Badge, Box, Checkbox, Group, Table, Text, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconLock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import type { Allocation } from "../api";
import { Ago } from "../ui/ago";
import { TableCard } from "../ui/table";
import { StateOf } from "./state";

type Column = "name" | "state" | "sku" | "created" | "cost";

const VALUES: Record<Column, (allocation: Allocation) => string | number> = {
  name: (one) => one.name.toLowerCase(),
  state: (one) => one.state,
  sku: (one) => one.sku,
  created: (one) => one.created_at,
  cost: (one) => Number(one.hourly_cost?.amount ?? 0),
};

type Props = {
  projectId: string;
  allocations: Allocation[];
  /** The chosen ones, where several can be acted on at once. */
  chosen?: Set<string>;
  onChoose?: (chosen: Set<string>) => void;
};

export function AllocationTable({ projectId, allocations, chosen, onChoose }: Props) {
  const [sort, setSort] = useState<{ by: Column; descending: boolean }>({ by: "created", descending: true });
  const sorted = useMemo(() => {
    const value = VALUES[sort.by];
    const up = [...allocations].sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0));
    return sort.descending ? up.reverse() : up;
  }, [allocations, sort]);
  const heading = (by: Column, label: string) => (
    <SortButton
      key={by}
      label={label}
      direction={sort.by === by ? (sort.descending ? "down" : "up") : undefined}
      onSort={() => setSort({ by, descending: sort.by === by ? !sort.descending : by === "created" })}
    />
  );
  const head: ReactNode[] = [heading("name", "Name"), heading("state", "State"), heading("sku", "SKU"), heading("cost", "Per hour"), heading("created", "Created")];
  if (chosen && onChoose) {
    head.unshift(
      <Checkbox
        key="all"
        aria-label="Choose all"
        checked={chosen.size > 0 && chosen.size === allocations.length}
        indeterminate={chosen.size > 0 && chosen.size < allocations.length}
        onChange={(event) => onChoose(event.currentTarget.checked ? new Set(allocations.map((one) => one.id)) : new Set())}
      />,
    );
  }
  return (
    <TableCard label="Allocations" head={head} minWidth={680}>
      {sorted.map((allocation) => (
        <Row key={allocation.id} projectId={projectId} allocation={allocation} {...(chosen && onChoose ? { chosen, onChoose } : {})} />
      ))}
    </TableCard>
  );
}

function SortButton({ label, direction, onSort }: { label: string; direction: "up" | "down" | undefined; onSort: () => void }) {
  const Arrow = direction === "up" ? IconArrowUp : IconArrowDown;
  const order = direction ? `, sorted ${direction === "up" ? "upwards" : "downwards"}` : "";
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
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(allocation.id)) {
      next.add(allocation.id);
    }
    onChoose?.(next);
  };
  return (
    <Table.Tr>
      {chosen && (
        <Table.Td w={40}>
          <Checkbox aria-label={`Choose ${allocation.name}`} checked={chosen.has(allocation.id)} onChange={toggle} />
        </Table.Td>
      )}
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <Anchor component={Link} to={`/projects/${projectId}/allocations/${allocation.id}`} fw={600}>
            {allocation.name}
          </Anchor>
          {allocation.protected && <IconLock size={14} aria-label="Protected" />}
        </Group>
        <Box mt={4}>
          <Labels labels={allocation.labels} />
        </Box>
      </Table.Td>
      <Table.Td>
        <StateOf allocation={allocation} />
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
  return new Intl.NumberFormat("en-US", { style: "currency", currency: cost.currency, maximumFractionDigits: 4, minimumFractionDigits: 2 }).format(
    Number(cost.amount),
  );
}
