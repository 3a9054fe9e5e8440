import type { Schemas } from "../api";
import type { Node } from "./queries";

type GpuSeries = Schemas["GpuSeries"];
type Value = Exclude<keyof Schemas["GpuPoint"], "at">;

export type Chart = { title: string; value: Value; unit: string; scale: number; max: number | undefined };

const GIB = 1024 ** 3;

export const CHARTS: Chart[] = [
  { title: "GPU utilization", value: "utilization_percent", unit: " %", scale: 1, max: 100 },
  { title: "GPU memory used", value: "memory_used_bytes", unit: " GiB", scale: GIB, max: undefined },
  { title: "GPU temperature", value: "temperature_celsius", unit: " °C", scale: 1, max: undefined },
  { title: "GPU power", value: "power_watts", unit: " W", scale: 1, max: undefined },
];

export const COLORS = ["cyan.6", "grape.5", "orange.6", "teal.6", "pink.6", "blue.5", "lime.7", "red.6"];

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** GPUs as people count them: by their place in the host. */
export function gpuNames(series: GpuSeries[], node: Node): string[] {
  return series.map((one) => nameOf(one.uuid, node));
}

function nameOf(uuid: string, node: Node): string {
  const place = node.gpus.toSorted((one, other) => one.pci_address.localeCompare(other.pci_address)).findIndex((gpu) => gpu.uuid === uuid);
  return place < 0 ? uuid.slice(-6) : `GPU ${place}`;
}

/** One row for each moment with a column for each GPU, as the chart wants it. */
export function rowsOf(series: GpuSeries[], chart: Chart, node: Node): Record<string, number | string>[] {
  const rows = new Map<string, Record<string, number | string>>();
  for (const { uuid, points } of series) {
    const name = nameOf(uuid, node);
    for (const point of points) {
      const value = point[chart.value];
      const row = rows.get(point.at) ?? { time: TIME.format(new Date(point.at)) };
      if (value !== undefined) {
        row[name] = Math.round((value / chart.scale) * 10) / 10;
      }
      rows.set(point.at, row);
    }
  }
  return [...rows].sort(([one], [other]) => one.localeCompare(other)).map(([, row]) => row);
}

export function nodeRows(points: Schemas["NodePoint"][], value: "load1" | "memory_used_bytes"): Record<string, number | string>[] {
  const name = value === "load1" ? "load" : "memory";
  const scale = value === "load1" ? 1 : GIB;
  return points.map((point) => {
    const number = point[value];
    return { time: TIME.format(new Date(point.at)), ...(number === undefined ? {} : { [name]: Math.round((number / scale) * 100) / 100 }) };
  });
}
