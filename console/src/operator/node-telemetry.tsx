import "@mantine/charts/styles.css";
import { LineChart } from "@mantine/charts";
import { Card, Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Empty } from "../ui/note";
import { Loaded } from "../ui/page";
import { type Node, telemetryOf } from "./queries";
import { CHARTS, type Chart, COLORS, gpuNames, nodeRows, rowsOf } from "./telemetry";

const SPANS = [
  { value: "1", label: "1 h" },
  { value: "6", label: "6 h" },
  { value: "24", label: "1 d" },
  { value: "168", label: "7 d" },
];

export default function NodeTelemetry({ node }: { node: Node }) {
  const [hours, setHours] = useState("1");
  const telemetry = useQuery(telemetryOf(node.id, Number(hours)));
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Telemetry
        </Title>
        <SegmentedControl aria-label="How far back" size="xs" value={hours} onChange={setHours} data={SPANS} />
      </Group>
      <Loaded query={telemetry} lines={8}>
        {(known) =>
          known.gpus.length === 0 && known.node.length === 0 ? (
            <Empty title="Nothing was measured in this time">Choose a longer time, or look at the node's state: a silent node measures nothing.</Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, lg: 2 }}>
              {CHARTS.map((chart) => (
                <Series key={chart.title} title={chart.title} unit={chart.unit} rows={rowsOf(known.gpus, chart, node)} names={gpuNames(known.gpus, node)} max={chart.max} />
              ))}
              <Series title="Load of the host" unit="" rows={nodeRows(known.node, "load1")} names={["load"]} max={undefined} />
              <Series title="Memory of the host" unit=" GiB" rows={nodeRows(known.node, "memory_used_bytes")} names={["memory"]} max={undefined} />
            </SimpleGrid>
          )
        }
      </Loaded>
    </Stack>
  );
}

type SeriesProps = { title: string; unit: string; rows: Record<string, number | string>[]; names: string[]; max: Chart["max"] };

function Series({ title, unit, rows, names, max }: SeriesProps) {
  const last = rows.at(-1);
  return (
    <Card padding="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="sm" c="dimmed" className="figure">
          {last ? `now ${names.map((name) => last[name] ?? "—").slice(0, 8).join(" / ")}${unit}` : "nothing measured"}
        </Text>
      </Group>
      <LineChart
        h={200}
        data={rows}
        dataKey="time"
        series={names.map((name, number) => ({ name, color: COLORS[number % COLORS.length]! }))}
        unit={unit}
        withDots={false}
        strokeWidth={1.5}
        curveType="linear"
        connectNulls={false}
        withLegend={names.length > 1}
        legendProps={{ verticalAlign: "bottom" }}
        xAxisProps={{ minTickGap: 40 }}
        yAxisProps={{ width: 56, ...(max ? { domain: [0, max] } : {}) }}
        lineChartProps={{ accessibilityLayer: false }}
        aria-hidden
      />
    </Card>
  );
}
