import type { Schemas } from "../api";
import type { Chart } from "./chart-card";
import { averaged, busiest, type Series, summaryOf } from "./series";

type Value = Exclude<keyof Schemas["GpuPoint"], "at">;
type Measured = Schemas["GpuSeries"];

const GIB = 1024 ** 3;

const GPU_CHARTS: { title: string; value: Value; unit: string; scale: number }[] = [
  { title: "GPU utilization", value: "utilization_percent", unit: "%", scale: 1 },
  { title: "GPU memory used", value: "memory_used_bytes", unit: "GiB", scale: GIB },
  { title: "GPU temperature", value: "temperature_celsius", unit: "°C", scale: 1 },
  { title: "GPU power", value: "power_watts", unit: "W", scale: 1 },
];

/** Above the temperature at which data centre GPUs slow down. */
const CELSIUS_MAX = 100;

/** Ends of the axes, as far as they are known: the memory and the power limit of one GPU. */
export type Limits = { memoryBytes?: number | undefined; powerWatts?: number | undefined };

/**
 * Charts of GPUs. All of them show the same GPUs: the busiest, each with its own line, and one line with the average of
 * the others, because a host may report any number of ids.
 */
export function gpuCharts(gpus: Measured[], nameOf: (uuid: string) => string, limits: Limits): Chart[] {
  const named = distinct(gpus.map((gpu) => ({ gpu, name: nameOf(gpu.uuid) }))).sort((one, other) =>
    one.name.localeCompare(other.name, "en", { numeric: true }),
  );
  const { shown, others } = busiest(
    named,
    ({ gpu }) => summaryOf([seriesOf("", gpu, "utilization_percent", 1)])?.average ?? 0,
  );
  const ends: Record<Value, number | undefined> = {
    utilization_percent: 100,
    memory_used_bytes: limits.memoryBytes && limits.memoryBytes / GIB,
    temperature_celsius: CELSIUS_MAX,
    power_watts: limits.powerWatts,
  };
  return GPU_CHARTS.map(({ title, value, unit, scale }) => ({
    title,
    unit,
    max: ends[value],
    series: [
      ...shown.map(({ gpu, name }) => seriesOf(name, gpu, value, scale)),
      ...(others.length > 0
        ? [
            averaged(
              `${others.length} others (average)`,
              others.map(({ gpu }) => seriesOf("", gpu, value, scale)),
            ),
          ]
        : []),
    ],
  }));
}

function seriesOf(name: string, { points }: Measured, value: Value, scale: number): Series {
  return { name, points: points.map((point) => ({ at: point.at, value: scaled(point[value], scale) })) };
}

/** Lines are told apart by name, so an item whose name is taken gets the whole id. */
function distinct<T extends { gpu: Measured; name: string }>(named: T[]): T[] {
  const taken = new Set<string>();
  return named.map((one) => {
    const name = taken.has(one.name) ? one.gpu.uuid : one.name;
    taken.add(name);
    return { ...one, name };
  });
}

export function scaled(value: number | undefined, scale: number): number | undefined {
  return value === undefined ? undefined : value / scale;
}
