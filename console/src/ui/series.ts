export type Series = { name: string; points: { at: string; value: number | undefined }[] };

/** One row per instant with the values of all series at that time. */
export function merged(series: Series[]): ({ at: string } & Record<string, string | number>)[] {
  const rows = new Map<string, { at: string } & Record<string, string | number>>();
  for (const { name, points } of series) {
    for (const { at, value } of points) {
      if (value !== undefined) {
        const row = rows.get(at) ?? { at };
        row[name] = value;
        rows.set(at, row);
      }
    }
  }
  return [...rows.values()].sort((a, b) => (a.at < b.at ? -1 : 1));
}
