import { expect, test } from "vitest";
import { forecast, monthOf } from "./forecast";

test("a month is what was charged and what the rest of it costs", () => {
  expect(forecast(500, 10, new Date("2026-11-30T22:00:00Z"))).toBe(520);
  expect(forecast(500, 0, new Date("2026-11-02T22:00:00Z"))).toBe(500);
});

test("december ends with the year, and months are those of UTC", () => {
  expect(forecast(0, 1, new Date("2026-12-31T23:00:00Z"))).toBe(1);
  expect(monthOf(new Date("2026-11-30T23:30:00-02:00")).toISOString()).toBe("2026-12-01T00:00:00.000Z");
});
