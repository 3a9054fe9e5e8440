import { Autocomplete, Card, Group, SegmentedControl, Select, Stack, Table, Text, TextInput } from "@mantine/core";
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
import { type Period, periodOf } from "./period";
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
const CUSTOM = "dates";

/** Everything that is asked is kept in the URL so that the view can be shared. */
type Asked = {
  group?: CostGroup;
  and?: CostGroup | undefined;
  days?: number;
  label?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export function Costs({ tenantId }: { tenantId: string }) {
  const asked = useSearch({ from: "/projects/$projectId/billing" });
  const navigate = useNavigate({ from: "/projects/$projectId/billing" });
  const change = (part: Asked) => void navigate({ to: ".", search: { ...asked, ...part }, replace: true });
  const group = GROUPS.find((one) => one.value === asked.group)?.value ?? "day";
  const second = GROUPS.find((one) => one.value === asked.and && one.value !== group && one.value !== "label");
  const period = periodOf({ ...asked, days: DAYS.includes(String(asked.days)) ? asked.days : 30 });
  const report = useQuery(costsOf(tenantId, { group, andBy: second?.value, period, label: asked.label }));
  const nameOf = useCostNames(tenantId, group);
  const andNameOf = useCostNames(tenantId, second?.value ?? "day");
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <SegmentedControl
          className="scroll-x"
          aria-label="Group costs by"
          data={GROUPS}
          value={group}
          onChange={(value) =>
            change({ group: value, and: asked.and === value ? undefined : (asked.and as CostGroup) })
          }
        />
        <Select
          label="And by"
          placeholder="Nothing else"
          data={GROUPS.filter((one) => one.value !== group && one.value !== "label")}
          value={second?.value ?? null}
          clearable
          onChange={(value) => change({ and: (value ?? undefined) as CostGroup | undefined })}
          w={160}
        />
      </Group>
      <PeriodChoice period={period} onChange={change} />
      {group === "label" && <LabelKey value={asked.label} onChange={(label) => change({ label })} />}
      {group === "label" && !asked.label ? (
        <Empty title="Choose a label key">
          Enter a label key, for example team. Costs are shown for each of its values.
        </Empty>
      ) : (
        <Loaded query={report} lines={6}>
          {({ items, truncated, ...time }) => {
            const lines = items.map((line) => ({
              ...line,
              name: nameOf(line.group),
              ...(second ? { andName: andNameOf(line.and_group ?? "") } : {}),
            }));
            return lines.length === 0 ? (
              <Empty title="No costs in this period">
                Choose a longer period. New costs appear a few seconds after an allocation becomes active.
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
                    name={`costs-by-${group}${second ? `-and-${second.value}` : ""}.csv`}
                    label="Download costs as CSV"
                    text={() =>
                      csv(
                        [
                          group,
                          "name",
                          ...(second ? [second.value, `${second.value}_name`] : []),
                          "gpu_seconds",
                          "amount",
                          "currency",
                        ],
                        lines.map((line) => [
                          line.group,
                          line.name,
                          ...(second ? [line.and_group ?? "", line.andName ?? ""] : []),
                          line.gpu_seconds,
                          decimal(line.amount_nanos),
                          line.currency,
                        ]),
                      )
                    }
                  />
                </Group>
                <CostTable lines={lines} head={[labelOf(group), ...(second ? [second.label] : [])]} />
              </Stack>
            );
          }}
        </Loaded>
      )}
    </Stack>
  );
}

function labelOf(group: CostGroup): string {
  return GROUPS.find((one) => one.value === group)?.label ?? "";
}

/** The last days, or two dates, the second of which is included. */
function PeriodChoice({ period, onChange }: { period: Period; onChange: (part: Asked) => void }) {
  const isDates = "from" in period;
  const today = new Date().toISOString().slice(0, 10);
  return (
    <Group align="flex-end">
      <SegmentedControl
        aria-label="Time range"
        data={[...DAYS.map((value) => ({ value, label: `${value} days` })), { value: CUSTOM, label: "Dates" }]}
        value={isDates ? CUSTOM : String(period.days)}
        onChange={(value) =>
          value === CUSTOM
            ? onChange({ from: `${today.slice(0, 8)}01`, to: today })
            : onChange({ days: Number(value), from: undefined, to: undefined })
        }
      />
      {isDates && (
        <>
          <TextInput
            label="First day (UTC)"
            type="date"
            value={period.from}
            max={period.to}
            onChange={({ currentTarget: { value } }) => value && onChange({ from: value, to: period.to })}
          />
          <TextInput
            label="Last day (UTC)"
            type="date"
            value={period.to}
            min={period.from}
            onChange={({ currentTarget: { value } }) => value && onChange({ from: period.from, to: value })}
          />
        </>
      )}
    </Group>
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

function CostTable({ lines, head }: { lines: NamedLine[]; head: string[] }) {
  const total = new Map<string, number>();
  for (const line of lines) {
    total.set(line.currency, (total.get(line.currency) ?? 0) + line.amount_nanos);
  }
  return (
    <TableCard label="Costs" head={[...head, "GPU time", "Cost"]} minWidth={head.length > 1 ? 560 : 360}>
      {lines.map((line) => (
        <Table.Tr key={`${line.group} ${line.and_group ?? ""} ${line.currency}`}>
          <Table.Td className="break-words">{line.name}</Table.Td>
          {head.length > 1 && <Table.Td className="break-words">{line.andName}</Table.Td>}
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
        {head.length > 1 && <Table.Td />}
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
