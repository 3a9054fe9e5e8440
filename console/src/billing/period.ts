/** A period of costs: the last days, or whole days from one date to another. */
export type Period = { days: number } | { from: string; to: string };

export const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The period that an address names. Dates that cannot be read, or are in the wrong order, leave the days. */
export function periodOf(said: {
  days?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}): Period {
  const { from, to } = said;
  if (
    from &&
    to &&
    DATE.test(from) &&
    DATE.test(to) &&
    from <= to &&
    !Number.isNaN(Date.parse(from) + Date.parse(to))
  ) {
    return { from, to };
  }
  return { days: said.days ?? 30 };
}

/** The bounds for the API: the last day is included. */
export function bounds(period: Period, now: number): { from: string; to?: string } {
  return "days" in period
    ? { from: new Date(now - period.days * DAY_MS).toISOString() }
    : {
        from: new Date(Date.parse(period.from)).toISOString(),
        to: new Date(Date.parse(period.to) + DAY_MS).toISOString(),
      };
}
