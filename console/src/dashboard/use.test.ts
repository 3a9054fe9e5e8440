import { expect, test } from "vitest";
import type { Allocation, Offer } from "../api";
import { dailySpend, heldGpus, latestUse } from "./use";

const at = "2026-01-01T00:00:00Z";

test("the newest measurement of each GPU counts, and a GPU without any does not", () => {
  const points = (...values: (number | undefined)[]) =>
    values.map((value) => ({ at, ...(value === undefined ? {} : { utilization_percent: value }) }));
  expect(
    latestUse([
      { uuid: "a", points: points(90, 40) },
      { uuid: "b", points: points(7, undefined) },
      { uuid: "c", points: points(undefined) },
    ]),
  ).toEqual([40, 7]);
});

test("queued requests hold no GPUs, and whole hosts hold all of theirs", () => {
  const holds = (sku: string, count: number, state: Allocation["state"]) => ({ sku, count, state }) as Allocation;
  const offers = [
    { name: "host", gpus_per_unit: 8 },
    { name: "gpu", gpus_per_unit: 1 },
  ] as Offer[];
  expect(
    heldGpus([holds("host", 1, "active"), holds("gpu", 2, "provisioning"), holds("gpu", 4, "queued")], offers),
  ).toBe(10);
});

test("days without charges are zero, and other currencies are left out", () => {
  const line = (group: string, currency: string, amount_nanos: number) => ({
    group,
    currency,
    amount_nanos,
    gpu_seconds: 0,
  });
  const now = Date.parse("2026-03-02T08:00:00Z");
  expect(
    dailySpend(
      [line("2026-03-02", "USD", 5), line("2026-02-28", "USD", 3), line("2026-03-01", "EUR", 9)],
      "USD",
      3,
      now,
    ),
  ).toEqual([3, 0, 5]);
});
