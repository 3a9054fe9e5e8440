import { Card, Code, SegmentedControl, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Allocation, Schemas } from "../api";
import { api, ask } from "../api/client";
import { ChartCard, ChartLegend } from "../ui/chart-card";
import { type Choices, useChoice } from "../ui/choice";
import { gpuCharts } from "../ui/gpu-charts";
import { Empty } from "../ui/note";
import { Loaded } from "../ui/page";
import type { Span } from "../ui/time-axis";
import { offersOf } from "./queries";

const SPANS = { "1h": 3_600, "6h": 21_600, "24h": 86_400 } as const;
const SPAN_NAMES: Choices<keyof typeof SPANS> = ["1h", "6h", "24h"];

export function Gpus({ allocation }: { allocation: Allocation }) {
  const gpus = allocation.lease?.gpus ?? [];
  return (
    <Stack gap="lg">
      {gpus.length > 0 && (
        <Card>
          <Title order={2} size="h5" mb="sm">
            Assigned GPUs
          </Title>
          {gpus.map((gpu, number) => (
            <Text key={gpu.gpu_uuid} size="sm" className="break-words">
              GPU {number}: <Code>{gpu.gpu_uuid}</Code> at {gpu.pci_address}, NUMA node {gpu.numa_node}
            </Text>
          ))}
        </Card>
      )}
      <Charts allocation={allocation} />
    </Stack>
  );
}

/** Upper bound on points per chart, whatever the time span. */
const POINTS = 120;
const STEP_SECONDS_MIN = 10;

function Charts({ allocation }: { allocation: Allocation }) {
  const [span, setSpan] = useChoice("span", SPAN_NAMES);
  const isHeld = allocation.lease !== undefined;
  // Charts of an ended allocation stop at its end.
  const end = isHeld ? undefined : Date.parse(allocation.state_since);
  const measured = useQuery({
    queryKey: ["measured", allocation.id, span, end],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const to = end ?? Date.now();
      const shown: Span = { from: to - SPANS[span] * 1000, to };
      const query = {
        from: new Date(shown.from).toISOString(),
        to: new Date(shown.to).toISOString(),
        step_seconds: Math.max(STEP_SECONDS_MIN, SPANS[span] / POINTS),
      };
      const { gpus } = await ask(
        api.GET("/api/v1/projects/{project_id}/allocations/{allocation_id}/telemetry", {
          params: { path: { project_id: allocation.project_id, allocation_id: allocation.id }, query },
        }),
      );
      return { gpus, shown };
    },
  });
  const offer = useQuery(offersOf(allocation.project_id)).data?.find((one) => one.name === allocation.sku);
  const charts = (gpus: Schemas["GpuSeries"][]) =>
    gpuCharts(gpus, (uuid) => `GPU ${gpus.findIndex((gpu) => gpu.uuid === uuid)}`, {
      memoryBytes: offer?.gpu_memory_bytes,
      powerWatts: offer?.gpu_power_watts,
    });
  return (
    <Loaded query={measured} lines={8}>
      {({ gpus, shown }) =>
        gpus.length === 0 ? (
          <Empty
            icon={<IconChartLine size={36} aria-hidden />}
            title={isHeld ? "No metrics for a GPU slice" : "No GPUs were assigned"}
          >
            {isHeld
              ? "Other allocations share this GPU, so its metrics can't be attributed to you alone. Run nvidia-smi in a terminal to see your slice."
              : "GPUs and their metrics are shown from placement until release."}
          </Empty>
        ) : (
          <Stack>
            <SegmentedControl
              aria-label="Time range"
              data={SPAN_NAMES.map((value) => ({ value, label: value.replace("h", " h") }))}
              value={span}
              onChange={setSpan}
              w="fit-content"
            />
            <ChartLegend names={charts(gpus)[0]?.series.map((one) => one.name) ?? []} />
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {charts(gpus).map((chart) => (
                <ChartCard key={chart.title} chart={chart} span={shown} of={allocation} />
              ))}
            </SimpleGrid>
          </Stack>
        )
      }
    </Loaded>
  );
}
