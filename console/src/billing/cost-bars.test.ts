import { expect, test } from "vitest";
import { daily, largest, type NamedLine, partNames } from "./cost-bars";

const line = (group: string, amount_nanos: number, currency = "USD"): NamedLine => ({
  group,
  name: group,
  gpu_seconds: 0,
  currency,
  amount_nanos,
});

test("90 days are 91 bars, and a day without costs is one of them", () => {
  const time = { starts_at: "2026-01-01T10:00:00Z", ends_at: "2026-04-01T10:00:00Z" };
  const [usd] = daily([line("2026-03-31", 7), line("2026-01-01", 5)], time);
  expect(usd?.bars).toHaveLength(91);
  expect(usd?.bars.at(0)).toMatchObject({ name: "2026-01-01", nanos: 5 });
  expect(usd?.bars.slice(-3)).toMatchObject([
    { name: "2026-03-30", nanos: 0 },
    { name: "2026-03-31", nanos: 7 },
    { name: "2026-04-01", nanos: 0 },
  ]);
  expect(usd?.left).toBe(0);
});

test("every currency is drawn", () => {
  const time = { starts_at: "2026-01-01T00:00:00Z", ends_at: "2026-01-03T00:00:00Z" };
  const lines = [line("2026-01-01", 5, "USD"), line("2026-01-02", 6, "EUR")];
  expect(daily(lines, time).map((one) => [one.currency, one.bars.map((bar) => bar.nanos)])).toEqual([
    ["EUR", [0, 6]],
    ["USD", [5, 0]],
  ]);
  expect(largest(lines).map((one) => one.currency)).toEqual(["EUR", "USD"]);
});

test("the largest are drawn first, and it is told how many are not", () => {
  const [usd] = largest(Array.from({ length: 40 }, (_, number) => line(`a${number}`, number)));
  expect(usd?.bars[0]).toMatchObject({ name: "a39", nanos: 39 });
  expect(usd?.bars).toHaveLength(31);
  expect(usd?.left).toBe(9);
});

test("a day is one bar of the second groups, the largest first", () => {
  const time = { starts_at: "2026-01-01T00:00:00Z", ends_at: "2026-01-02T00:00:00Z" };
  const lines = [
    { ...line("2026-01-01", 5), andName: "research" },
    { ...line("2026-01-01", 7), andName: "training" },
  ];
  const [usd] = daily(lines, time);
  expect(usd?.bars).toEqual([
    {
      name: "2026-01-01",
      nanos: 12,
      parts: new Map([
        ["research", 5],
        ["training", 7],
      ]),
    },
  ]);
  expect(partNames(usd?.bars ?? [])).toEqual(["training", "research"]);
});
