import type { Offer } from "../api";

export function isFree(offer: Offer): boolean {
  return offer.price !== undefined && offer.available.some((one) => one.allocations > 0);
}

/** An hour of the smallest size. What has no price cannot be had for any money. */
function leastNanos({ price, gpus_per_unit, counts }: Offer): number {
  return price ? price.gpu_hour.nanos * gpus_per_unit * Math.min(...counts) : Number.MAX_SAFE_INTEGER;
}

/** What is free comes first, and of it what can be tried for the least money: a GPU of a host may be cheap, a host is not. */
export function leastFirst(one: Offer, other: Offer): number {
  return Number(isFree(other)) - Number(isFree(one)) || leastNanos(one) - leastNanos(other) || one.gpus_per_unit - other.gpus_per_unit;
}
