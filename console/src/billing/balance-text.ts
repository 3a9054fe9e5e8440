import { asProblem } from "../api/problem";
import { duration, money } from "../ui/format";
import type { Balance } from "./queries";

/** How long it lasts at today's pace, in words. */
export function lasts(balance: Balance): string {
  if (balance.burn_nanos_per_hour === 0) {
    return "nothing is being spent";
  }
  return balance.seconds_left === undefined ? "lasts" : `lasts ${duration(balance.seconds_left)} at this pace`;
}

/** What a tenant has, as one figure. A balance that could not be asked for is not nothing. */
export function balanceText({ data, error }: { data: Balance[] | undefined; error: unknown }): { value: string; note: string } {
  if (!data) {
    return error ? { value: "Unknown", note: asProblem(error).message } : { value: "…", note: "" };
  }
  const [first] = data;
  return first ? { value: money(first.available_nanos, first.currency), note: lasts(first) } : { value: "Nothing", note: "pay in before the first allocation" };
}
