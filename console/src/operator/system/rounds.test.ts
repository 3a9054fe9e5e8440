import { expect, test } from "vitest";
import { stateOf, time } from "./rounds";

const round = {
  process: "cp-1",
  name: "allocations.queue",
  interval_milliseconds: 200,
  running: false,
  runs: 2,
  failures: 1,
  overdue: false,
  last_started_at: "2026-01-02T03:04:05Z",
};

test("a round is late before anything else, and failed only if its last run failed", () => {
  expect(stateOf(round)).toBe("waiting");
  expect(stateOf({ ...round, last_failed_at: "2026-01-02T03:04:05.5Z" })).toBe("failed");
  expect(stateOf({ ...round, last_failed_at: "2026-01-02T03:00:00Z" })).toBe("waiting");
  expect(stateOf({ ...round, running: true })).toBe("running");
  expect(stateOf({ ...round, running: true, overdue: true })).toBe("late");
});

test("times have a readable unit", () => {
  expect([200, 1_500, 60_000, 600_000, 86_400_000].map(time)).toEqual(["200 ms", "1.5 s", "60 s", "10 min", "24 h"]);
});
