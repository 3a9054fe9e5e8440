import type { Allocation } from "../api";

function hasEnded({ state }: Pick<Allocation, "state">): boolean {
  return state === "released" || state === "failed";
}

/** Heading of the cost, which is final once the allocation has ended. */
export function costLabel(allocation: Pick<Allocation, "state">, isCharged: boolean): string {
  const what = isCharged ? "Charged" : "Estimated cost";
  return hasEnded(allocation) ? `${what} in total` : `${what} so far`;
}

/** Shown in place of the SSH command. */
export function noSshText(allocation: Pick<Allocation, "state">): string {
  return hasEnded(allocation)
    ? "The allocation has ended."
    : "The SSH command is shown here while the allocation is active. The browser terminal needs no key.";
}

const NANOS = 1_000_000_000;

/** Cost of a time at an hourly price, in nano-units. */
export function costOf(hourly: string, seconds: number): number {
  return Math.round((Number(hourly) * NANOS * seconds) / 3600);
}
