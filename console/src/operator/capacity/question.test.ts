import { expect, test } from "vitest";
import { questionOf } from "./question";

test("an address asks about a placement", () => {
  expect(questionOf({ sku: "h100", count: 4, strategy: "pack" })).toEqual({ sku: "h100", count: 4, strategy: "pack" });
  expect(questionOf({ sku: "h100" })).toEqual({ sku: "h100", count: 1 });
});

test("invalid questions are ignored", () => {
  expect(questionOf({})).toBeUndefined();
  expect(questionOf({ sku: 7 })).toBeUndefined();
  expect(questionOf({ sku: "h100", count: "many", strategy: "luck" })).toEqual({ sku: "h100", count: 1 });
  expect(questionOf({ sku: "h100", count: 4_000 })).toEqual({ sku: "h100", count: 64 });
});
