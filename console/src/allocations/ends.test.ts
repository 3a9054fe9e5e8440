import { expect, test } from "vitest";
import type { Allocation } from "../api";
import { endOf, endsSoon, secondsOf } from "./ends";

const EARLY = "2026-11-17T22:00:00Z";
const LATE = "2026-11-18T22:00:00Z";

const allocation = (part: Partial<Allocation>) => ({ state: "active", ...part }) as Allocation;

test("the first of two automatic releases counts", () => {
  expect(endOf(allocation({ expires_at: EARLY, idle_release_at: LATE }))).toEqual({ at: EARLY, because: "time limit" });
  expect(endOf(allocation({ expires_at: LATE, idle_release_at: EARLY }))).toEqual({ at: EARLY, because: "idle" });
  expect(endOf(allocation({ idle_release_at: LATE }))).toEqual({ at: LATE, because: "idle" });
  expect(endOf(allocation({}))).toBeUndefined();
  expect(endOf(allocation({ state: "released", expires_at: EARLY }))).toBeUndefined();
});

test("an end is soon within the hour, and always when the GPUs are idle", () => {
  const now = Date.parse(EARLY) - 7_200_000;
  expect(endsSoon({ at: EARLY, because: "time limit" }, now)).toBe(false);
  expect(endsSoon({ at: EARLY, because: "time limit" }, now + 3_700_000)).toBe(true);
  expect(endsSoon({ at: LATE, because: "idle" }, now)).toBe(true);
});

test("an empty field removes the limit", () => {
  expect(secondsOf("", 3600)).toBe(0);
  expect(secondsOf(1.5, 3600)).toBe(5400);
  expect(secondsOf(30, 60)).toBe(1800);
});
