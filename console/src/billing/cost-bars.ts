import type { Schemas } from "../api";

/** A cost line with the name of its group. */
export type NamedLine = Schemas["CostLine"] & { name: string; andName?: string };

/** A bar, and what it is made of when costs are grouped by two things. */
export type Bar = { name: string; nanos: number; parts: Map<string, number> };

/** Bars of one currency; `left` counts the groups that are not drawn. */
export type Bars = { currency: string; bars: Bar[]; left: number };

const BARS_MAX = 31;
const DAYS_MAX = 92;
const DAY_MS = 86_400_000;

/** The largest groups of each currency in descending order. */
export function largest(lines: NamedLine[]): Bars[] {
  return byCurrency(lines).map(([currency, own]) => {
    const bars = [...barsOf(own).values()].sort((a, b) => b.nanos - a.nanos);
    return { currency, bars: bars.slice(0, BARS_MAX), left: Math.max(0, bars.length - BARS_MAX) };
  });
}

/** One bar per UTC day, including days without charges, which have no line. */
export function daily(lines: NamedLine[], { starts_at, ends_at }: { starts_at: string; ends_at: string }): Bars[] {
  // The end is exclusive: a period that ends at midnight does not have the day after.
  const last = startOfDay(new Date(Date.parse(ends_at) - 1).toISOString());
  const count = Math.min(DAYS_MAX, (last - startOfDay(starts_at)) / DAY_MS + 1);
  const days = Array.from({ length: count }, (_, number) =>
    new Date(last - (count - 1 - number) * DAY_MS).toISOString().slice(0, 10),
  );
  return byCurrency(lines).map(([currency, own]) => {
    const charged = barsOf(own);
    return {
      currency,
      bars: days.map((day) => charged.get(day) ?? { name: day, nanos: 0, parts: new Map() }),
      left: [...charged.keys()].filter((day) => !days.includes(day)).length,
    };
  });
}

/** The names of the parts of all bars, the largest first. */
export function partNames(bars: Bar[]): string[] {
  const total = new Map<string, number>();
  for (const bar of bars) {
    for (const [name, nanos] of bar.parts) {
      total.set(name, (total.get(name) ?? 0) + nanos);
    }
  }
  return [...total].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

/** One bar for each first group, with the second groups as parts. */
function barsOf(lines: NamedLine[]): Map<string, Bar> {
  const bars = new Map<string, Bar>();
  for (const line of lines) {
    const bar = bars.get(line.group) ?? { name: line.name, nanos: 0, parts: new Map<string, number>() };
    bar.nanos += line.amount_nanos;
    if (line.andName !== undefined) {
      bar.parts.set(line.andName, (bar.parts.get(line.andName) ?? 0) + line.amount_nanos);
    }
    bars.set(line.group, bar);
  }
  return bars;
}

function startOfDay(at: string): number {
  return Math.floor(Date.parse(at) / DAY_MS) * DAY_MS;
}

function byCurrency(lines: NamedLine[]): [string, NamedLine[]][] {
  const currencies = [...new Set(lines.map((line) => line.currency))].sort((a, b) => a.localeCompare(b));
  return currencies.map((currency) => [currency, lines.filter((line) => line.currency === currency)]);
}
