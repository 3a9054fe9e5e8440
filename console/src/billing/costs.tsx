import { Card, Group, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, lazy, useState } from "react";
import type { Schemas } from "../api";
import { usePlaces } from "../app/me";
import { duration, money } from "../ui/format";
import { Empty } from "../ui/note";
import { Lines, Loaded } from "../ui/page";
import { TableCard } from "../ui/table";
import { type CostGroup, costsOf } from "./queries";

const CostChart = lazy(() => import("./cost-chart"));

const GROUPS: { value: CostGroup; label: string }[] = [
  { value: "day", label: "Day" },
  { value: "project", label: "Project" },
  { value: "sku", label: "SKU" },
  { value: "allocation", label: "Allocation" },
  { value: "user", label: "Person" },
];

export function Costs({ tenantId }: { tenantId: string }) {
  const [group, setGroup] = useState<CostGroup>("day");
  const [days, setDays] = useState("30");
  const report = useQuery(costsOf(tenantId, group, Number(days)));
  const places = usePlaces();
  const nameOf = (line: string) => (group === "project" ? (places.data?.find((one) => one.project.id === line)?.project.name ?? line) : line);
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl className="scroll-x" aria-label="Group costs by" data={GROUPS} value={group} onChange={(value) => setGroup(value as CostGroup)} />
        <SegmentedControl
          aria-label="Time shown"
          data={[
            { value: "7", label: "7 days" },
            { value: "30", label: "30 days" },
            { value: "90", label: "90 days" },
          ]}
          value={days}
          onChange={setDays}
        />
      </Group>
      <Loaded query={report} lines={6}>
        {(data) =>
          data.items.length === 0 ? (
            <Empty title="Nothing was charged in this time">Costs appear here some seconds after an allocation became active.</Empty>
          ) : (
            <Stack>
              <Card>
                <Suspense fallback={<Lines count={8} />}>
                  <CostChart lines={data.items.map((line) => ({ ...line, group: nameOf(line.group) }))} isOverTime={group === "day"} />
                </Suspense>
              </Card>
              <CostTable lines={data.items.map((line) => ({ ...line, group: nameOf(line.group) }))} />
            </Stack>
          )
        }
      </Loaded>
    </Stack>
  );
}

function CostTable({ lines }: { lines: Schemas["CostLine"][] }) {
  const total = new Map<string, number>();
  lines.forEach((line) => total.set(line.currency, (total.get(line.currency) ?? 0) + line.amount_nanos));
  return (
    <TableCard label="Costs" head={["", "GPU time", "Cost"]} minWidth={360}>
      {lines.map((line) => (
        <Table.Tr key={line.group + line.currency}>
          <Table.Td className="break-words">{line.group}</Table.Td>
          <Table.Td className="figure nowrap">{duration(line.gpu_seconds)}</Table.Td>
          <Table.Td className="figure nowrap">{money(line.amount_nanos, line.currency)}</Table.Td>
        </Table.Tr>
      ))}
      <Table.Tr>
        <Table.Td>
          <Text fw={600} size="sm">
            Together
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
