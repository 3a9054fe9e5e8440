/** When the month of an instant began, in UTC, as the books count months. */
export function monthOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

/** What the month comes to when everything goes on as it does now. */
export function forecast(chargedNanos: number, nanosPerHour: number, now: Date): number {
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return Math.round(chargedNanos + (nanosPerHour * (end - now.getTime())) / 3_600_000);
}
