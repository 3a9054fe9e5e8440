import { Card, Code, Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { Allocation, Schemas } from "../api";
import { api, ask } from "../api/client";
import { type Choices, useChoice } from "../ui/choice";
import { Empty } from "../ui/note";
import { Lines, Loaded } from "../ui/page";
import { Simulated } from "../ui/simulated";

const Chart = lazy(() => import("../ui/line-chart"));

type Point = Schemas["GpuPoint"];

const MEASURES = [
  { label: "Utilization", unit: "%", value: (point: Point) => point.utilization_percent },
  {
    label: "Memory",
    unit: "GiB",
    value: (point: Point) => point.memory_used_bytes && point.memory_used_bytes / 2 ** 30,
  },
  { label: "Temperature", unit: "°C", value: (point: Point) => point.temperature_celsius },
  { label: "Power", unit: "W", value: (point: Point) => point.power_watts },
];

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
    queryFn: () => {
      const to = end ?? Date.now();
      const query = {
        from: new Date(to - SPANS[span] * 1000).toISOString(),
        to: new Date(to).toISOString(),
        step_seconds: Math.max(STEP_SECONDS_MIN, SPANS[span] / POINTS),
      };
      return ask(
        api.GET("/api/v1/projects/{project_id}/allocations/{allocation_id}/telemetry", {
          params: { path: { project_id: allocation.project_id, allocation_id: allocation.id }, query },
        }),
      );
    },
  });
  return (
    <Loaded query={measured} lines={8}>
      {({ gpus }) =>
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
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {MEASURES.map(({ label, unit, value }) => (
                <Card key={label} component="section" aria-label={label}>
                  <Group gap="xs" mb="sm">
                    <Title order={3} size="h6">
                      {label}
                    </Title>
                    <Simulated by={allocation} />
                  </Group>
                  <Suspense fallback={<Lines count={5} />}>
                    <Chart
                      label={label}
                      unit={unit}
                      series={gpus.map((gpu, number) => ({
                        name: `GPU ${number}`,
                        points: gpu.points.map((point) => ({ at: point.at, value: value(point) })),
                      }))}
                    />
                  </Suspense>
                </Card>
              ))}
            </SimpleGrid>
          </Stack>
        )
      }
    </Loaded>
  );
}
