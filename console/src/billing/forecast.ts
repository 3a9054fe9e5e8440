/** Start of an instant's month in UTC, as in the ledger. */
export function monthOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

/** Projected cost of the month if current use continues. */
export function forecast(chargedNanos: number, nanosPerHour: number, now: Date): number {
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return Math.round(chargedNanos + (nanosPerHour * (end - now.getTime())) / 3_600_000);
}
