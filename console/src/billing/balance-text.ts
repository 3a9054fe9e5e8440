import { asProblem } from "../api/problem";
import { duration, money } from "../ui/format";
import type { Balance } from "./queries";

/** How long the balance lasts at the current rate, in words. */
export function lasts(balance: Balance): string {
  if (balance.burn_nanos_per_hour === 0) {
    return "no current spend";
  }
  return balance.seconds_left === undefined ? "lasts" : `lasts ${duration(balance.seconds_left)} at the current rate`;
}

/** A tenant's balance as one figure. A balance that failed to load is shown as unknown, not as zero. */
export function balanceText({ data, error }: { data: Balance[] | undefined; error: unknown }): {
  value: string;
  note: string;
} {
  if (!data) {
    return error ? { value: "Unknown", note: asProblem(error).message } : { value: "…", note: "" };
  }
  const [first] = data;
  return first
    ? { value: money(first.available_nanos, first.currency), note: lasts(first) }
    : { value: "Nothing", note: "top up before your first allocation" };
}
