import type { Allocation, Offer } from "../api";
import { plural } from "../ui/format";

/** What active allocations hold, in words. A listing does not tell their GPUs; what their SKUs hold is in the offers, for as long as they are offered. */
export function heldText(active: Allocation[], offers: { data: Offer[] | undefined; isError: boolean }): string {
  if (!offers.data) {
    return offers.isError ? "how many GPUs is not known" : "…";
  }
  const offerOf = new Map(offers.data.map((one) => [one.name, one]));
  let gpus = 0;
  let slices = 0;
  let untold = 0;
  for (const { sku, count } of active) {
    const offer = offerOf.get(sku);
    if (!offer) {
      untold++;
    } else if (offer.mig_profile) {
      slices += count;
    } else {
      gpus += count * offer.gpus_per_unit;
    }
  }
  const parts = [
    ...(gpus > 0 || slices + untold === 0 ? [plural(gpus, "GPU")] : []),
    ...(slices > 0 ? [plural(slices, "MIG slice")] : []),
    ...(untold > 0 ? [`what ${untold} of a SKU no longer offered ${untold === 1 ? "holds" : "hold"}`] : []),
  ];
  return parts.join(" and ");
}

/** What everything that is active costs an hour, in words. */
export function hourly(allocations: Allocation[]): string {
  const sums = new Map<string, number>();
  for (const { state, hourly_cost: cost } of allocations) {
    if (state === "active" && cost) {
      sums.set(cost.currency, (sums.get(cost.currency) ?? 0) + Number(cost.amount));
    }
  }
  const texts = [...sums].map(([currency, amount]) => new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount));
  return texts.join(" + ") || "Nothing";
}
