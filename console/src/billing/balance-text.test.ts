import { expect, test } from "vitest";
import { ProblemError } from "../api/problem";
import { balanceText } from "./balance-text";
import type { Balance } from "./queries";

const fifty = { currency: "USD", available_nanos: 50_000_000_000, burn_nanos_per_hour: 0 } as Balance;

test("a balance that failed to load is unknown, not zero", () => {
  const error = new ProblemError({ detail: "The database does not answer." }, 503);
  expect(balanceText({ data: undefined, error })).toEqual({ value: "Unknown", note: "The database does not answer." });
  expect(balanceText({ data: undefined, error: null }).value).toBe("…");
  expect(balanceText({ data: [], error: null }).value).toBe("Nothing");
});

test("the last known balance stays after a failed refetch", () => {
  expect(balanceText({ data: [fifty], error: new TypeError("lost") })).toEqual({
    value: "$50.00",
    note: "no current spend",
  });
});
