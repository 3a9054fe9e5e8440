import { Card, Code, SegmentedControl, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, lazy, useState } from "react";
import type { Allocation, Schemas } from "../api";
import { api, ask } from "../api/client";
import { usePlatformPermissions } from "../app/me";
import { Empty } from "../ui/note";
import { Lines, Loaded } from "../ui/page";

const Chart = lazy(() => import("../ui/line-chart"));

type Point = Schemas["GpuPoint"];

const MEASURES = [
  { label: "Utilization", unit: "%", value: (point: Point) => point.utilization_percent },
  { label: "Memory", unit: "GiB", value: (point: Point) => point.memory_used_bytes && point.memory_used_bytes / 2 ** 30 },
  { label: "Temperature", unit: "°C", value: (point: Point) => point.temperature_celsius },
  { label: "Power", unit: "W", value: (point: Point) => point.power_watts },
];

const SPANS = { "1 h": 3_600, "6 h": 21_600, "24 h": 86_400 } as const;

export function Gpus({ allocation }: { allocation: Allocation }) {
  const mayReadNodes = usePlatformPermissions().has("nodes.read");
  const gpus = allocation.lease?.gpus ?? [];
  if (gpus.length === 0) {
    return (
      <Empty icon={<IconChartLine size={36} aria-hidden />} title="No GPUs are held">
        They are listed here from the moment a place is found until they are given back.
      </Empty>
    );
  }
  return (
    <Stack gap="lg">
      <Card>
        <Title order={2} size="h5" mb="sm">
          Held
        </Title>
        {gpus.map((gpu) => (
          <Text key={gpu.gpu_uuid} size="sm" className="break-words">
            <Code>{gpu.gpu_uuid}</Code> at {gpu.pci_address}, NUMA node {gpu.numa_node}
          </Text>
        ))}
      </Card>
      {mayReadNodes ? (
        <Charts allocation={allocation} uuids={gpus.map((gpu) => gpu.gpu_uuid)} />
      ) : (
        <Text size="sm" c="dimmed">
          Measurements of hosts are shown to operators only. In a terminal, <Code>nvidia-smi</Code> shows those of your GPUs.
        </Text>
      )}
    </Stack>
  );
}

function Charts({ allocation, uuids }: { allocation: Allocation; uuids: string[] }) {
  const [span, setSpan] = useState<keyof typeof SPANS>("1 h");
  const nodeId = allocation.lease?.node_id ?? "";
  const telemetry = useQuery({
    queryKey: ["node", nodeId, "telemetry", span],
    queryFn: () =>
      ask(
        api.GET("/api/v1/nodes/{node_id}/telemetry", {
          params: { path: { node_id: nodeId }, query: { from: new Date(Date.now() - SPANS[span] * 1000).toISOString(), to: new Date().toISOString() } },
        }),
      ),
  });
  return (
    <Stack>
      <SegmentedControl aria-label="Time shown" data={Object.keys(SPANS)} value={span} onChange={(value) => setSpan(value as keyof typeof SPANS)} w="fit-content" />
      <Loaded query={telemetry} lines={8}>
        {(data) => {
          const series = data.gpus.filter((gpu) => uuids.includes(gpu.uuid));
          return (
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {MEASURES.map(({ label, unit, value }) => (
                <Card key={label}>
                  <Title order={3} size="h6" mb="sm">
                    {label}
                  </Title>
                  <Suspense fallback={<Lines count={5} />}>
                    <Chart
                      label={label}
                      unit={unit}
                      series={series.map((gpu, number) => ({
                        name: `GPU ${number}`,
                        points: gpu.points.map((point) => ({ at: point.at, value: value(point) })),
                      }))}
                    />
                  </Suspense>
                </Card>
              ))}
            </SimpleGrid>
          );
        }}
      </Loaded>
    </Stack>
  );
}
