import type { Allocation, Offer, Schemas } from "../api";

type Measured = Schemas["GpuSeries"];

/** The newest utilization of each GPU in percent. GPUs that measured nothing lately are left out. */
export function latestUse(gpus: Measured[]): number[] {
  return gpus.flatMap(({ points }) => {
    const known = points.flatMap(({ utilization_percent: percent }) => (percent === undefined ? [] : [percent]));
    return known.slice(-1);
  });
}

/** GPUs that live allocations hold or are about to, as quotas count them. */
export function heldGpus(live: Allocation[], offers: Offer[]): number {
  const perUnit = new Map(offers.map((one) => [one.name, one.gpus_per_unit]));
  return live
    .filter(({ state }) => state !== "queued")
    .reduce((sum, { sku, count }) => sum + count * (perUnit.get(sku) ?? 1), 0);
}

/** Charges of the newest days, oldest first; days without charges have no line and count as zero. */
export function dailySpend(lines: Schemas["CostLine"][], currency: string, days: number, now: number): number[] {
  const charged = new Map(
    lines.filter((line) => line.currency === currency).map((line) => [line.group, line.amount_nanos]),
  );
  return Array.from({ length: days }, (_, number) => {
    const day = new Date(now - (days - 1 - number) * 86_400_000).toISOString().slice(0, 10);
    return charged.get(day) ?? 0;
  });
}
