/** Result text of an xterm.js search, which counts up to a limit and gives no index beyond it. */
export type Found = { resultIndex: number; resultCount: number };

export const COUNTED_MAX = 1_000;

export function foundText({ resultIndex, resultCount }: Found): string {
  if (resultCount === 0) {
    return "no results";
  }
  const count = resultCount >= COUNTED_MAX ? `${COUNTED_MAX} or more` : String(resultCount);
  return resultIndex < 0 ? `${count} found` : `${resultIndex + 1} of ${count}`;
}
