import { Card, Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { type Choices, useChoice } from "../../ui/choice";
import { Empty } from "../../ui/note";
import { Loaded } from "../../ui/page";
import { Simulated } from "../../ui/simulated";
import { type Node, telemetryOf } from "../queries";
import { type Chart, chartsOf } from "./telemetry";

// The charting library is large, so it is loaded only with charts.
const TimeChart = lazy(() => import("../../ui/line-chart"));

const HOURS = { "1h": 1, "6h": 6, "1d": 24, "7d": 168 } as const;
const SPANS: Choices<keyof typeof HOURS> = ["1h", "6h", "1d", "7d"];

export function NodeTelemetry({ node }: { node: Node }) {
  const [span, setSpan] = useChoice("span", SPANS);
  const telemetry = useQuery(telemetryOf(node.id, HOURS[span]));
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Telemetry
        </Title>
        <SegmentedControl
          aria-label="Time range"
          size="xs"
          value={span}
          onChange={setSpan}
          data={SPANS.map((value) => ({ value, label: value.replace(/(?=[hd])/, " ") }))}
        />
      </Group>
      <Loaded query={telemetry} lines={8}>
        {(known) =>
          known.gpus.length === 0 && known.node.length === 0 ? (
            <Empty title="No data in this time range">
              Choose a longer range, or check the node's state: unreachable nodes send no telemetry.
            </Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, lg: 2 }}>
              {chartsOf(known, node).map((chart) => (
                <ChartCard key={chart.title} chart={chart} node={node} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
    </Stack>
  );
}

function ChartCard({ chart, node }: { chart: Chart; node: Node }) {
  return (
    <Card padding="md" component="section" aria-label={chart.title}>
      <Group gap="xs" mb="sm">
        <Text size="sm" fw={600}>
          {chart.title}
        </Text>
        <Simulated by={node} />
      </Group>
      <Suspense fallback={<Skeleton height={200} aria-busy="true" />}>
        <TimeChart label={chart.title} unit={chart.unit} series={chart.series} />
      </Suspense>
    </Card>
  );
}
