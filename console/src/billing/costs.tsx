import { Autocomplete, Card, Group, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { csv, decimal } from "../ui/csv";
import { CsvButton } from "../ui/csv-button";
import { duration, money } from "../ui/format";
import { Empty } from "../ui/note";
import { Lines, Loaded } from "../ui/page";
import { TableCard } from "../ui/table";
import { daily, largest, type NamedLine } from "./cost-bars";
import { useCostNames, useLabelKeys } from "./cost-names";
import { type CostGroup, costsOf } from "./queries";

const CostChart = lazy(() => import("./cost-chart"));

const GROUPS: { value: CostGroup; label: string }[] = [
  { value: "day", label: "Day" },
  { value: "project", label: "Project" },
  { value: "sku", label: "SKU" },
  { value: "allocation", label: "Allocation" },
  { value: "user", label: "Person" },
  { value: "label", label: "Label" },
  { value: "app", label: "App" },
];
const DAYS = ["7", "30", "90"];

/** Group and days are kept in the URL so that the view can be shared. */
type Asked = { group?: CostGroup; days?: number; label?: string | undefined };

export function Costs({ tenantId }: { tenantId: string }) {
  const asked = useSearch({ from: "/projects/$projectId/billing" });
  const navigate = useNavigate({ from: "/projects/$projectId/billing" });
  const change = (part: Asked) => void navigate({ to: ".", search: { ...asked, ...part }, replace: true });
  const group = GROUPS.find((one) => one.value === asked.group)?.value ?? "day";
  const days = DAYS.find((one) => one === String(asked.days)) ?? "30";
  const report = useQuery(costsOf(tenantId, group, Number(days), asked.label));
  const nameOf = useCostNames(tenantId, group);
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          className="scroll-x"
          aria-label="Group costs by"
          data={GROUPS}
          value={group}
          onChange={(value) => change({ group: value })}
        />
        <SegmentedControl
          aria-label="Time range"
          data={DAYS.map((value) => ({ value, label: `${value} days` }))}
          value={days}
          onChange={(value) => change({ days: Number(value) })}
        />
      </Group>
      {group === "label" && <LabelKey value={asked.label} onChange={(label) => change({ label })} />}
      {group === "label" && !asked.label ? (
        <Empty title="Choose a label key">
          Enter a label key, for example team. Costs are shown for each of its values.
        </Empty>
      ) : (
        <Loaded query={report} lines={6}>
          {({ items, truncated, ...time }) => {
            const lines = items.map((line) => ({ ...line, name: nameOf(line.group) }));
            return lines.length === 0 ? (
              <Empty title="No costs in this period">
                Costs appear a few seconds after an allocation becomes active.
              </Empty>
            ) : (
              <Stack>
                {truncated && (
                  <Text size="sm" c="dimmed">
                    Only the first {items.length.toLocaleString("en-US")} lines are shown and counted. Choose a shorter
                    period or another grouping.
                  </Text>
                )}
                <Card>
                  <Suspense fallback={<Lines count={8} />}>
                    <CostChart charts={group === "day" ? daily(lines, time) : largest(lines)} />
                  </Suspense>
                </Card>
                <Group justify="flex-end">
                  <CsvButton
                    name={`costs-by-${group}-${days}-days.csv`}
                    label="Download costs as CSV"
                    text={() =>
                      csv(
                        [group, "name", "gpu_seconds", "amount", "currency"],
                        lines.map((line) => [
                          line.group,
                          line.name,
                          line.gpu_seconds,
                          decimal(line.amount_nanos),
                          line.currency,
                        ]),
                      )
                    }
                  />
                </Group>
                <CostTable lines={lines} />
              </Stack>
            );
          }}
        </Loaded>
      )}
    </Stack>
  );
}

function LabelKey({ value, onChange }: { value: string | undefined; onChange: (label: string) => void }) {
  const keys = useLabelKeys();
  const take = (text: string) => text.trim() && onChange(text.trim());
  return (
    <Autocomplete
      label="Label"
      placeholder="team"
      data={keys}
      defaultValue={value ?? ""}
      onOptionSubmit={take}
      onKeyDown={(event) => event.key === "Enter" && take(event.currentTarget.value)}
      onBlur={(event) => take(event.currentTarget.value)}
      w={220}
    />
  );
}

function CostTable({ lines }: { lines: NamedLine[] }) {
  const total = new Map<string, number>();
  for (const line of lines) {
    total.set(line.currency, (total.get(line.currency) ?? 0) + line.amount_nanos);
  }
  return (
    <TableCard label="Costs" head={["", "GPU time", "Cost"]} minWidth={360}>
      {lines.map((line) => (
        <Table.Tr key={line.group + line.currency}>
          <Table.Td className="break-words">{line.name}</Table.Td>
          <Table.Td className="figure nowrap">{duration(line.gpu_seconds)}</Table.Td>
          <Table.Td className="figure nowrap">{money(line.amount_nanos, line.currency)}</Table.Td>
        </Table.Tr>
      ))}
      <Table.Tr>
        <Table.Td>
          <Text fw={600} size="sm">
            Total
          </Text>
        </Table.Td>
        <Table.Td />
        <Table.Td className="figure nowrap">
          <Text fw={600} size="sm">
            {[...total].map(([currency, nanos]) => money(nanos, currency)).join(" + ")}
          </Text>
        </Table.Td>
      </Table.Tr>
    </TableCard>
  );
}
