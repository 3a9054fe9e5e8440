import { expect, test } from "vitest";
import { type Backlog, counted, delays } from "./backlog";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const NONE = { count: 0, more: false };
const FRESH = { count: 3, more: false, oldest_at: "2026-01-01T11:59:50Z" };
const OLD = { count: 10_000, more: true, oldest_at: "2026-01-01T11:00:00Z" };

function backlog(parts: Partial<Backlog>): Backlog {
  return { outbox: NONE, bus_reachable: true, consumers: [], ...parts };
}

test("a short wait is not a delay", () => {
  expect(delays(backlog({ outbox: FRESH, consumers: [{ consumer: "inventory", waiting: NONE }] }), NOW)).toEqual([]);
});

test("long waits are reported at every stage", () => {
  expect(delays(backlog({ outbox: OLD, consumers: [{ consumer: "inventory", waiting: OLD }] }), NOW)).toEqual([
    "Publishing is delayed: more than 10,000 events.",
    "inventory is more than 10,000 events behind.",
  ]);
  expect(delays(backlog({ bus_reachable: false }), NOW)).toEqual(["The event bus is not responding."]);
});

test("one is one", () => {
  expect(counted({ count: 1, more: false })).toBe("1 event");
});
