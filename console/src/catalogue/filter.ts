import { isFree } from "../allocations/offers";
import type { Offer } from "../api";

export type OfferFilter = {
  text?: string | undefined;
  shape?: string | undefined;
  /** GiB of a GPU at least. */
  memory?: number | undefined;
  free?: true | undefined;
  /** Also what the fleet does not have. */
  all?: true | undefined;
};

const GIB = 2 ** 30;

/** The offers that match, and how many more match that the fleet does not have. */
export function filtered(offers: Offer[], filter: OfferFilter): { shown: Offer[]; absent: number } {
  const text = (filter.text ?? "").trim().toLowerCase();
  const matching = offers.filter(
    (offer) =>
      `${offer.title} ${offer.name} ${offer.gpu_model} ${offer.mig_profile ?? ""}`.toLowerCase().includes(text) &&
      (filter.shape === undefined || offer.shape === filter.shape) &&
      (filter.memory === undefined || (offer.gpu_memory_bytes ?? 0) >= filter.memory * GIB) &&
      (filter.free === undefined || isFree(offer)),
  );
  const shown = filter.all ? matching : matching.filter((offer) => offer.in_fleet);
  return { shown, absent: matching.filter((offer) => !offer.in_fleet).length };
}
