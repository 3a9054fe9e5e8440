import type { Money, Schemas } from "../../api";
import { dateTime, duration, money } from "../../ui/format";

export type Price = Schemas["Price"];
export type Standing = "in_force" | "scheduled" | "past";

const begins = (price: Price) => Date.parse(price.effective_from);

/** Price in force at a time for a tenant or, without one, for tenants without a custom price. */
export function priceAt(prices: Price[], tenantId: string | undefined, at: number): Price | undefined {
  const begun = prices.filter((price) => begins(price) <= at).sort((one, other) => begins(other) - begins(one));
  const general = begun.find((price) => !price.tenant_id);
  return tenantId ? (begun.find((price) => price.tenant_id === tenantId) ?? general) : general;
}

/** The next scheduled price of the same payer. */
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

/** Ids of tenants with custom prices. */
export function holdersOf(prices: Price[]): string[] {
  return [...new Set(prices.flatMap((price) => price.tenant_id ?? []))];
}

/** Relative change, for example +20 %. */
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
  /** Undefined: from now on. */
  from: number | undefined;
  /** Undefined: all tenants without a custom price. */
  tenant: { id: string; name: string } | undefined;
};

/** Describes the effect of a new price: what changes, when, and for whom. */
export function effectOf(planned: Planned, prices: Price[], now: number): string[] {
  const at = planned.from ?? now;
  const when =
    planned.from === undefined
      ? "From now on,"
      : `From ${dateTime(new Date(at).toISOString())} (in ${duration((at - now) / 1000)}),`;
  const before = priceAt(prices, planned.tenant?.id, at);
  const change = before && changeOf(before.gpu_hour, planned.price);
  const instead = before
    ? ` instead of ${money(before.gpu_hour.nanos, before.gpu_hour.currency)}${change ? ` (${change})` : ""}`
    : "; it has no price until then";
  const next = nextAfter(prices, planned.tenant?.id, at);
  return [
    `${when} ${planned.sku} costs ${money(planned.price.nanos, planned.price.currency)} per GPU-hour${instead}.`,
    ...(next
      ? [
          `It applies until ${dateTime(next.effective_from)}, when the scheduled price of ${money(next.gpu_hour.nanos, next.gpu_hour.currency)} starts.`,
        ]
      : []),
    whoPays(planned, prices, at),
    "Prices cannot be changed or deleted; add another price to replace it.",
  ];
}

function whoPays({ tenant }: Planned, prices: Price[], at: number): string {
  if (tenant) {
    return `Only ${tenant.name} pays it, including for allocations already running. Standard prices no longer apply to ${tenant.name}.`;
  }
  const spared = holdersOf(prices.filter((price) => begins(price) <= at)).length;
  const others =
    spared === 0
      ? ""
      : spared === 1
        ? " One tenant has a custom price and keeps it."
        : ` ${spared} tenants have custom prices and keep them.`;
  return `All tenants without a custom price pay it, including for allocations already running.${others}`;
}
