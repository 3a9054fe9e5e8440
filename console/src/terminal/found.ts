/** As the search of xterm.js tells it: no more than so many are counted, and the place among more is not known. */
export type Found = { resultIndex: number; resultCount: number };

export const COUNTED_MAX = 1_000;

export function foundText({ resultIndex, resultCount }: Found): string {
  if (resultCount === 0) {
    return "nothing found";
  }
  const count = resultCount >= COUNTED_MAX ? `${COUNTED_MAX} or more` : String(resultCount);
  return resultIndex < 0 ? `${count} found` : `${resultIndex + 1} of ${count}`;
}
