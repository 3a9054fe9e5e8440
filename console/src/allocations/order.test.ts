import { expect, test } from "vitest";
import type { Allocation } from "../api";
import { chosen } from "../ui/choice";
import { ORDERS, ordered, pressed } from "./order";

const allocations = [
  { name: "Beta", created_at: "2026-01-02", hourly_cost: { amount: "9.5" } },
  { name: "alpha", created_at: "2026-01-03" },
  { name: "gamma", created_at: "2026-01-01", hourly_cost: { amount: "10" } },
] as Allocation[];

function names(order: (typeof ORDERS)[number]): string[] {
  return ordered(allocations, order).map((one) => one.name);
}

test("the address says the order, and nonsense in it counts as nothing said", () => {
  expect(chosen("-name", ORDERS)).toBe("-name");
  expect(chosen("drop table", ORDERS)).toBe("-created");
  expect(chosen(undefined, ORDERS)).toBe("-created");
});

test("allocations are ordered as people and numbers are", () => {
  expect(names("name")).toEqual(["alpha", "Beta", "gamma"]);
  expect(names("-created")).toEqual(["alpha", "Beta", "gamma"]);
  expect(names("-cost")).toEqual(["gamma", "Beta", "alpha"]);
});

test("a heading that is pressed again turns the order round", () => {
  expect(pressed("-created", "name")).toBe("name");
  expect(pressed("name", "name")).toBe("-name");
  expect(pressed("-name", "created")).toBe("-created");
});
