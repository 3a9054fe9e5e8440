import type { Schemas } from "../../api";
import type { Series } from "../../ui/series";
import type { Node } from "../queries";

type Value = Exclude<keyof Schemas["GpuPoint"], "at">;

export type Chart = { title: string; unit: string; series: Series[] };

const GIB = 1024 ** 3;

const GPU_CHARTS: { title: string; value: Value; unit: string; scale: number }[] = [
  { title: "GPU utilization", value: "utilization_percent", unit: "%", scale: 1 },
  { title: "GPU memory used", value: "memory_used_bytes", unit: "GiB", scale: GIB },
  { title: "GPU temperature", value: "temperature_celsius", unit: "°C", scale: 1 },
  { title: "GPU power", value: "power_watts", unit: "W", scale: 1 },
];

/** Converts node telemetry to charts. */
export function chartsOf(telemetry: Schemas["NodeTelemetry"], node: Node): Chart[] {
  const host = (name: string, value: "load1" | "memory_used_bytes", scale: number): Series => ({
    name,
    points: telemetry.node.map((point) => ({ at: point.at, value: scaled(point[value], scale) })),
  });
  return [
    ...GPU_CHARTS.map(({ title, value, unit, scale }) => ({
      title,
      unit,
      series: telemetry.gpus
        .map(({ uuid, points }) => ({
          name: gpuName(uuid, node),
          points: points.map((point) => ({ at: point.at, value: scaled(point[value], scale) })),
        }))
        .sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true })),
    })),
    { title: "Host load", unit: "", series: [host("load", "load1", 1)] },
    { title: "Host memory used", unit: "GiB", series: [host("memory", "memory_used_bytes", GIB)] },
  ];
}

function scaled(value: number | undefined, scale: number): number | undefined {
  return value === undefined ? undefined : value / scale;
}

/** GPUs numbered by their position in the host. */
function gpuName(uuid: string, node: Node): string {
  const place = node.gpus
    .toSorted((one, other) => one.pci_address.localeCompare(other.pci_address))
    .findIndex((gpu) => gpu.uuid === uuid);
  return place < 0 ? uuid.slice(-6) : `GPU ${place}`;
}
