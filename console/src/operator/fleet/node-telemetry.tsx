import { Group, SegmentedControl, SimpleGrid, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Schemas } from "../../api";
import { ChartCard, ChartLegend } from "../../ui/chart-card";
import { type Choices, useChoice } from "../../ui/choice";
import { Empty } from "../../ui/note";
import { Loaded } from "../../ui/page";
import type { Span } from "../../ui/time-axis";
import { type Node, telemetryOf } from "../queries";
import { chartsOf } from "./telemetry";

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
        {({ telemetry: known, span: shown }) =>
          known.gpus.length === 0 && known.node.length === 0 ? (
            <Empty title="No data in this time range">
              Choose a longer range, or check the node's state: unreachable nodes send no telemetry.
            </Empty>
          ) : (
            <Charts known={known} node={node} span={shown} />
          )
        }
      </Loaded>
    </Stack>
  );
}

function Charts({ known, node, span }: { known: Schemas["NodeTelemetry"]; node: Node; span: Span }) {
  const { gpus, host } = useMemo(() => chartsOf(known, node), [known, node]);
  return (
    <Stack>
      <ChartLegend names={gpus[0]?.series.map((one) => one.name) ?? []} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {[...gpus, ...host].map((chart) => (
          <ChartCard key={chart.title} chart={chart} span={span} of={node} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
