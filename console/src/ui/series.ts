export type Point = { at: string; value: number | undefined };
export type Series = { name: string; points: Point[] };

/** Lines in one chart; more would neither be told apart nor drawn in time. */
const LINES_MAX = 8;

/** One row per instant with the values of all series at that time; instants are milliseconds, as a time axis needs. */
export function merged(series: Series[]): ({ at: number } & Record<string, number>)[] {
  const rows = new Map<string, { at: number } & Record<string, number>>();
  for (const { name, points } of series) {
    for (const { at, value } of points) {
      if (value !== undefined) {
        const row = rows.get(at) ?? { at: Date.parse(at) };
        row[name] = value;
        rows.set(at, row);
      }
    }
  }
  return [...rows.values()].sort((a, b) => a.at - b.at);
}

/** Average and maximum of all values; undefined if there are none. */
export function summaryOf(series: Series[]): { average: number; maximum: number } | undefined {
  let sum = 0;
  let count = 0;
  let maximum = -Infinity;
  for (const { points } of series) {
    for (const { value } of points) {
      if (value !== undefined) {
        sum += value;
        count++;
        maximum = Math.max(maximum, value);
      }
    }
  }
  return count === 0 ? undefined : { average: sum / count, maximum };
}

/** The busiest items, and the rest, which share one line. */
export type Chosen<T> = { shown: T[]; others: T[] };

/** Picks the items to draw on their own, in their original order. `use` ranks them; the highest are kept. */
export function busiest<T>(items: T[], use: (item: T) => number): Chosen<T> {
  if (items.length <= LINES_MAX) {
    return { shown: items, others: [] };
  }
  const ranked = items.map((item) => ({ item, use: use(item) })).sort((a, b) => b.use - a.use);
  const kept = new Set(ranked.slice(0, LINES_MAX).map((one) => one.item));
  return { shown: items.filter((item) => kept.has(item)), others: items.filter((item) => !kept.has(item)) };
}

/** The average of several series at each instant, as one. */
export function averaged(name: string, series: Series[]): Series {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { points } of series) {
    for (const { at, value } of points) {
      if (value !== undefined) {
        const known = sums.get(at) ?? { sum: 0, count: 0 };
        known.sum += value;
        known.count++;
        sums.set(at, known);
      }
    }
  }
  return { name, points: [...sums].map(([at, { sum, count }]) => ({ at, value: sum / count })) };
}
