import type { Schemas } from "../../api";

type Strategy = Schemas["PlacementStrategy"];
export type Question = { sku: string; count: number; strategy?: Strategy };

export const STRATEGIES: { value: Strategy; label: string }[] = [
  { value: "best_fit", label: "best fit" },
  { value: "spread", label: "spread" },
  { value: "pack", label: "pack" },
];
export const COUNT_MAX = 64;

/** The placement question in the URL, if any. */
export function questionOf({ sku, count = 1, strategy }: Record<string, unknown>): Question | undefined {
  if (typeof sku !== "string" || sku === "") {
    return undefined;
  }
  const whole = Number.isInteger(count) ? Math.min(Math.max(Number(count), 1), COUNT_MAX) : 1;
  const known = STRATEGIES.find(({ value }) => value === strategy)?.value;
  return { sku, count: whole, ...(known ? { strategy: known } : {}) };
}
