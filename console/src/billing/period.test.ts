import { expect, test } from "vitest";
import { bounds, periodOf } from "./period";

test("a period of dates includes its last day", () => {
  expect(bounds(periodOf({ from: "2026-10-01", to: "2026-10-31" }), 0)).toEqual({
    from: "2026-10-01T00:00:00.000Z",
    to: "2026-11-01T00:00:00.000Z",
  });
});

test("dates that make no period leave the days", () => {
  expect(periodOf({ from: "2026-10-31", to: "2026-10-01", days: 7 })).toEqual({ days: 7 });
  expect(periodOf({ from: "2026-13-01", to: "2026-13-02", days: 7 })).toEqual({ days: 7 });
  expect(periodOf({ from: "yesterday", to: "today" })).toEqual({ days: 30 });
});

test("the last days count back from now", () => {
  expect(bounds({ days: 7 }, Date.parse("2026-10-08T12:00:00Z"))).toEqual({ from: "2026-10-01T12:00:00.000Z" });
});
