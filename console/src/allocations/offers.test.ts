import { expect, test } from "vitest";
import type { Offer } from "../api";
import { leastFirst } from "./offers";

function offer(
  name: string,
  gpuHour: number | undefined,
  gpus_per_unit: number,
  counts: number[],
  free: number,
): Offer {
  return {
    name,
    gpus_per_unit,
    counts,
    ...(gpuHour ? { price: { gpu_hour: { nanos: gpuHour } } } : {}),
    available: [{ allocations: free }],
  } as unknown as Offer;
}

test("when nothing is free, what the fleet has comes before what it lacks", () => {
  const lacking = { ...offer("lacking", 42, 1, [1], 0), available: [] };
  const full = offer("full", 249, 1, [1], 0);
  expect([lacking, full].sort(leastFirst).map(({ name }) => name)).toEqual(["full", "lacking"]);
});

test("the cheapest available offer comes first", () => {
  const host = offer("host", 229, 8, [1], 2);
  const gpus = offer("gpus", 249, 1, [2, 1, 8], 16);
  const taken = offer("taken", 42, 1, [1], 0);
  const unpriced = offer("unpriced", undefined, 1, [1], 5);
  expect([unpriced, taken, host, gpus].sort(leastFirst).map(({ name }) => name)).toEqual([
    "gpus",
    "host",
    "taken",
    "unpriced",
  ]);
});
