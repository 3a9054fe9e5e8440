import type { Offer } from "../api";

export function isFree(offer: Offer): boolean {
  return offer.price !== undefined && offer.available.some((one) => one.allocations > 0);
}

/** Hourly price of the smallest size; infinite for an offer without a price. */
function leastNanos({ price, gpus_per_unit, counts }: Offer): number {
  return price ? price.gpu_hour.nanos * gpus_per_unit * Math.min(...counts) : Number.MAX_SAFE_INTEGER;
}

/** False if no host of the fleet has GPUs for the offer, in use or not. */
export function isInFleet(offer: Offer): boolean {
  return offer.available.length > 0;
}

/** Sorts available offers first, then what the fleet has, then by the price of their smallest size. */
export function leastFirst(one: Offer, other: Offer): number {
  return (
    Number(isFree(other)) - Number(isFree(one)) ||
    Number(isInFleet(other)) - Number(isInFleet(one)) ||
    leastNanos(one) - leastNanos(other) ||
    one.gpus_per_unit - other.gpus_per_unit
  );
}
