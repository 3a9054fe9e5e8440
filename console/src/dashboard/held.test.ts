import { expect, test } from "vitest";
import type { Allocation, Offer } from "../api";
import { heldText, hourly } from "./held";

const holds = (sku: string, count: number, rest: Partial<Allocation> = {}) =>
  ({ sku, count, state: "active", ...rest }) as Allocation;
const OFFERS = [
  { name: "host", gpus_per_unit: 8 },
  { name: "gpu", gpus_per_unit: 1 },
  { name: "part", gpus_per_unit: 1, mig_profile: "1g.10gb" },
] as Offer[];
const offered = { data: OFFERS, isError: false };

test("GPUs of whole hosts are counted, and slices are none", () => {
  expect(heldText([holds("host", 1), holds("gpu", 2)], offered)).toBe("10 GPUs");
  expect(heldText([holds("gpu", 1), holds("part", 2)], offered)).toBe("1 GPU and 2 MIG instances");
  expect(heldText([holds("part", 1)], offered)).toBe("1 MIG instance");
  expect(heldText([], offered)).toBe("0 GPUs");
});

test("unknown counts are not guessed", () => {
  expect(heldText([holds("gpu", 4), holds("retired", 2)], offered)).toBe("4 GPUs and 1 of a retired SKU");
  expect(heldText([holds("host", 1)], { data: undefined, isError: false })).toBe("…");
  expect(heldText([holds("host", 1)], { data: undefined, isError: true })).toBe("GPU count unknown");
});

test("an allocation whose meter is paused by a fault costs nothing, a reported fault pauses no meter", () => {
  const active = { state: "active", hourly_cost: { currency: "USD", amount: "2.49" } };
  const degraded = { since: "2026-11-17T22:00:00Z", reason: "Xid 79" };
  const allocations = [
    active,
    { ...active, degraded },
    { ...active, degraded: { ...degraded, confirmed: true } },
    { ...active, degraded: { ...degraded, confirmed: false } },
  ];
  expect(hourly(allocations as unknown as Allocation[])).toBe("$4.98");
});

test("only active allocations have a cost, per currency", () => {
  const costs = (currency: string, amount: string) => ({ hourly_cost: { currency, amount } });
  expect(
    hourly([
      holds("gpu", 1, costs("USD", "2.5")),
      holds("gpu", 1, costs("EUR", "1")),
      holds("gpu", 1, { state: "queued", ...costs("USD", "9") }),
    ]),
  ).toBe("$2.50 + €1.00");
  expect(hourly([])).toBe("Nothing");
});
