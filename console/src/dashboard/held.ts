import type { Allocation, Offer } from "../api";
import { plural } from "../ui/format";

/** GPUs and slices of the active allocations, in words. Lists carry no GPU count, so it comes from the offers; retired SKUs are unknown. */
export function heldText(active: Allocation[], offers: { data: Offer[] | undefined; isError: boolean }): string {
  if (!offers.data) {
    return offers.isError ? "GPU count unknown" : "…";
  }
  const offerOf = new Map(offers.data.map((one) => [one.name, one]));
  let gpus = 0;
  let slices = 0;
  let unknown = 0;
  for (const { sku, count } of active) {
    const offer = offerOf.get(sku);
    if (!offer) {
      unknown++;
    } else if (offer.mig_profile) {
      slices += count;
    } else {
      gpus += count * offer.gpus_per_unit;
    }
  }
  const parts = [
    ...(gpus > 0 || slices + unknown === 0 ? [plural(gpus, "GPU")] : []),
    ...(slices > 0 ? [plural(slices, "MIG instance")] : []),
    ...(unknown > 0 ? [`${unknown} of a retired SKU`] : []),
  ];
  return parts.join(" and ");
}

/** Hourly cost of what is charged now, in words. */
export function hourly(allocations: Allocation[]): string {
  const sums = new Map<string, number>();
  for (const { state, degraded, hourly_cost: cost } of allocations) {
    // A confirmed fault pauses the meter; one that only a tenant reported does not.
    const isCharged = state === "active" && (degraded === undefined || degraded.confirmed === false);
    if (isCharged && cost) {
      sums.set(cost.currency, (sums.get(cost.currency) ?? 0) + Number(cost.amount));
    }
  }
  const texts = [...sums].map(([currency, amount]) =>
    new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount),
  );
  return texts.join(" + ") || "Nothing";
}
