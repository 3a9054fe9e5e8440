/** A time range in milliseconds. */
export type Span = { from: number; to: number };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR, 12 * HOUR, DAY];
const TICKS_MAX = 8;

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** Round instants of local time within a range, at most eight. */
export function ticksOf({ from, to }: Span): number[] {
  const step = STEPS.find((one) => (to - from) / one <= TICKS_MAX) ?? 7 * DAY;
  const offset = new Date(from).getTimezoneOffset() * MINUTE;
  const ticks: number[] = [];
  for (let at = Math.ceil((from - offset) / step) * step + offset; at <= to; at += step) {
    ticks.push(at);
  }
  return ticks;
}

/** The hour of an instant, or the date where a range covers several days. */
export function tickText(at: number, { from, to }: Span): string {
  return (to - from > 2 * DAY ? DATE : CLOCK).format(new Date(at));
}
