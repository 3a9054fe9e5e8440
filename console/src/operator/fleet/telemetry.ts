import type { Schemas } from "../../api";
import type { Chart } from "../../ui/chart-card";
import { gpuCharts, scaled } from "../../ui/gpu-charts";
import type { Series } from "../../ui/series";
import type { Node } from "../queries";

const GIB = 1024 ** 3;

/** Converts node telemetry to charts. */
export function chartsOf(telemetry: Schemas["NodeTelemetry"], node: Node): { gpus: Chart[]; host: Chart[] } {
  const host = (name: string, value: "load1" | "memory_used_bytes", scale: number): Series => ({
    name,
    points: telemetry.node.map((point) => ({ at: point.at, value: scaled(point[value], scale) })),
  });
  return {
    gpus: gpuCharts(telemetry.gpus, gpuNames(node), {
      memoryBytes: largest(node.gpus.map((gpu) => gpu.memory_bytes ?? 0)),
      powerWatts: largest(node.gpus.map((gpu) => gpu.power_limit_watts ?? 0)),
    }),
    host: [
      { title: "Host load", unit: "", series: [host("load", "load1", 1)] },
      { title: "Host memory used", unit: "GiB", series: [host("memory", "memory_used_bytes", GIB)] },
    ],
  };
}

/** GPUs numbered by their position in the host; the end of the id for those that the host does not have. */
function gpuNames({ gpus }: Node): (uuid: string) => string {
  const places = new Map(
    gpus
      .toSorted((one, other) => one.pci_address.localeCompare(other.pci_address))
      .map((gpu, place) => [gpu.uuid, `GPU ${place}`]),
  );
  return (uuid) => places.get(uuid) ?? uuid.slice(-6);
}

/** Undefined if none is known. */
function largest(values: number[]): number | undefined {
  return values.reduce((most, one) => Math.max(most, one), 0) || undefined;
}
