import { expect, test } from "vitest";
import { readable } from "./policy-value";

test("durations are read in days, hours and seconds, and what is none is left alone", () => {
  const type = { type: "duration", unit: "ISO 8601" };
  expect(readable(type, "PT24H")).toBe("1 d");
  expect(readable(type, "P7DT12H")).toBe("7 d 12 h");
  expect(readable(type, "PT1M30S")).toBe("1 min 30 s");
  expect(readable(type, "PT0S")).toBe("0 s");
  expect(readable(type, "soon")).toBe("soon");
});

test("numbers are grouped and have their unit", () => {
  expect(readable({ type: "integer", unit: "requests per minute" }, "1200")).toBe("1,200 requests per minute");
  expect(readable({ type: "integer" }, "7")).toBe("7");
  expect(readable({ type: "choice" }, "best_fit")).toBe("best_fit");
});
