import { expect, test } from "vitest";
import { ticksOf } from "./time-axis";

const HOUR = 3_600_000;
const from = Date.parse("2026-03-01T10:07:00Z");

test.each([1, 6, 24, 168])("ticks of %i hours are few, round and within the range", (hours) => {
  const to = from + hours * HOUR;
  const ticks = ticksOf({ from, to });
  expect(ticks.length).toBeGreaterThanOrEqual(5);
  expect(ticks.length).toBeLessThanOrEqual(8);
  expect(ticks.every((at) => at >= from && at <= to && new Date(at).getMinutes() % 10 === 0)).toBe(true);
});
