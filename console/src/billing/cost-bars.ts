import type { Schemas } from "../api";

/** A cost line with the name of its group. */
export type NamedLine = Schemas["CostLine"] & { name: string };

/** Bars of one currency; `left` counts the groups that are not drawn. */
export type Bars = { currency: string; bars: { name: string; nanos: number }[]; left: number };

const BARS_MAX = 31;
const DAYS_MAX = 92;
const DAY_MS = 86_400_000;

/** The largest groups of each currency in descending order. */
export function largest(lines: NamedLine[]): Bars[] {
  return byCurrency(lines).map(([currency, own]) => ({
    currency,
    bars: [...own]
      .sort((a, b) => b.amount_nanos - a.amount_nanos)
      .slice(0, BARS_MAX)
      .map((line) => ({ name: line.name, nanos: line.amount_nanos })),
    left: Math.max(0, own.length - BARS_MAX),
  }));
}

/** One bar per UTC day, including days without charges, which have no line. */
export function daily(lines: NamedLine[], { starts_at, ends_at }: { starts_at: string; ends_at: string }): Bars[] {
  const last = startOfDay(ends_at);
  const count = Math.min(DAYS_MAX, (last - startOfDay(starts_at)) / DAY_MS + 1);
  const days = Array.from({ length: count }, (_, number) =>
    new Date(last - (count - 1 - number) * DAY_MS).toISOString().slice(0, 10),
  );
  return byCurrency(lines).map(([currency, own]) => {
    const charged = new Map(own.map((line) => [line.group, line.amount_nanos]));
    return {
      currency,
      bars: days.map((day) => ({ name: day, nanos: charged.get(day) ?? 0 })),
      left: own.filter((line) => !days.includes(line.group)).length,
    };
  });
}

function startOfDay(at: string): number {
  return Math.floor(Date.parse(at) / DAY_MS) * DAY_MS;
}

function byCurrency(lines: NamedLine[]): [string, NamedLine[]][] {
  const currencies = [...new Set(lines.map((line) => line.currency))].sort((a, b) => a.localeCompare(b));
  return currencies.map((currency) => [currency, lines.filter((line) => line.currency === currency)]);
}
