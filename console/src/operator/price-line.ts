import type { Money, Schemas } from "../api";
import { dateTime, duration, money } from "../ui/format";

export type Price = Schemas["Price"];
export type Standing = "in_force" | "scheduled" | "past";

const begins = (price: Price) => Date.parse(price.effective_from);

/** What is paid at a time by a tenant or, without one, by everybody who has no price of their own. */
export function priceAt(prices: Price[], tenantId: string | undefined, at: number): Price | undefined {
  const begun = prices.filter((price) => begins(price) <= at).sort((one, other) => begins(other) - begins(one));
  const general = begun.find((price) => !price.tenant_id);
  return tenantId ? (begun.find((price) => price.tenant_id === tenantId) ?? general) : general;
}

/** Of those of the same payer, the next to begin. */
export function nextAfter(prices: Price[], tenantId: string | undefined, at: number): Price | undefined {
  return prices
    .filter((price) => price.tenant_id === tenantId && begins(price) > at)
    .sort((one, other) => begins(one) - begins(other))[0];
}

export function standingOf(price: Price, prices: Price[], now: number): Standing {
  if (begins(price) > now) {
    return "scheduled";
  }
  const next = nextAfter(prices, price.tenant_id, begins(price));
  return next && begins(next) <= now ? "past" : "in_force";
}

/** Who pays prices of their own: tenants by id. */
export function holdersOf(prices: Price[]): string[] {
  return [...new Set(prices.flatMap((price) => price.tenant_id ?? []))];
}

/** How much more or less it is: +20 %. */
export function changeOf(before: Money, after: Money): string | undefined {
  if (before.currency !== after.currency || before.nanos === 0 || before.nanos === after.nanos) {
    return undefined;
  }
  const percent = ((after.nanos - before.nanos) / before.nanos) * 100;
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent).toFixed(1).replace(/\.0$/, "")} %`;
}

export type Planned = {
  sku: string;
  price: Money;
  /** Absent: from now on. */
  from: number | undefined;
  /** Absent: everybody who has no price of their own. */
  tenant: { id: string; name: string } | undefined;
};

/** What a price that is about to be added changes, when, and for whom, in sentences. */
export function effectOf(planned: Planned, prices: Price[], now: number): string[] {
  const at = planned.from ?? now;
  const when = planned.from === undefined ? "From now on" : `From ${dateTime(new Date(at).toISOString())} on (in ${duration((at - now) / 1000)})`;
  const before = priceAt(prices, planned.tenant?.id, at);
  const change = before && changeOf(before.gpu_hour, planned.price);
  const instead = before ? ` in place of ${money(before.gpu_hour.nanos, before.gpu_hour.currency)}${change ? ` (${change})` : ""}` : "; it has had no price until then";
  const next = nextAfter(prices, planned.tenant?.id, at);
  return [
    `${when} ${planned.sku} costs ${money(planned.price.nanos, planned.price.currency)} for a GPU and an hour${instead}.`,
    ...(next ? [`That holds until ${dateTime(next.effective_from)}, when the price of ${money(next.gpu_hour.nanos, next.gpu_hour.currency)} begins that is already scheduled.`] : []),
    whoPays(planned, prices, at),
    "A price is never changed or taken back; another one may follow it.",
  ];
}

function whoPays({ tenant }: Planned, prices: Price[], at: number): string {
  if (tenant) {
    return `${tenant.name} alone pays it, also for what it runs by then. Prices for everybody do not concern ${tenant.name} any more.`;
  }
  const spared = holdersOf(prices.filter((price) => begins(price) <= at)).length;
  const others = spared === 0 ? "" : spared === 1 ? " One tenant has a price of its own and goes on paying that." : ` ${spared} tenants have prices of their own and go on paying those.`;
  return `Everybody without a price of their own pays it, also for what runs by then.${others}`;
}
