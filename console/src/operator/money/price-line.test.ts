import { expect, test } from "vitest";
import { changeOf, effectOf, type Price, priceAt, standingOf } from "./price-line";

const usd = (nanos: number) => ({ nanos, currency: "USD" });
const price = (id: string, nanos: number, day: number, tenant_id?: string): Price => ({
  id,
  sku: "s",
  gpu_hour: usd(nanos),
  effective_from: `2026-01-0${day}T00:00:00Z`,
  ...(tenant_id ? { tenant_id } : {}),
});
const day = (number: number) => Date.parse(`2026-01-0${number}T00:00:00Z`);

const general = price("general", 2_000_000_000, 1);
const later = price("later", 3_000_000_000, 5);
const own = price("own", 1_000_000_000, 3, "acme");
const prices = [later, own, general];

test("the latest started price applies, and a custom price before the standard one", () => {
  expect(priceAt(prices, undefined, day(1) - 1)).toBeUndefined();
  expect(priceAt(prices, undefined, day(4))).toBe(general);
  expect(priceAt(prices, undefined, day(5))).toBe(later);
  expect(priceAt(prices, "acme", day(2))).toBe(general);
  expect(priceAt(prices, "acme", day(6))).toBe(own);
});

test("a price is scheduled, in force, or past once the same payer's next price starts", () => {
  expect(prices.map((one) => standingOf(one, prices, day(4)))).toEqual(["scheduled", "in_force", "in_force"]);
  expect(prices.map((one) => standingOf(one, prices, day(6)))).toEqual(["in_force", "in_force", "past"]);
});

test("changes are given in percent if they are comparable", () => {
  expect(changeOf(usd(2_000_000_000), usd(2_500_000_000))).toBe("+25 %");
  expect(changeOf(usd(3_000_000_000), usd(2_000_000_000))).toBe("−33.3 %");
  expect(changeOf(usd(1), usd(1))).toBeUndefined();
  expect(changeOf(usd(1), { nanos: 2, currency: "EUR" })).toBeUndefined();
});

test("the effect of a new price is described before it is added", () => {
  const [what, until, who] = effectOf(
    { sku: "s", price: usd(2_500_000_000), from: day(4), tenant: undefined },
    prices,
    day(2),
  );
  expect(what).toMatch(/^From 4 Jan 2026.* \(in 2 d\), s costs \$2\.50 per GPU-hour instead of \$2\.00 \(\+25 %\)\.$/);
  expect(until).toMatch(/^It applies until 5 Jan 2026.*\$3\.00/);
  expect(who).toContain("One tenant has a custom price");

  const ofTenant = effectOf(
    { sku: "s", price: usd(2_500_000_000), from: undefined, tenant: { id: "acme", name: "Acme" } },
    prices,
    day(4),
  );
  expect(ofTenant[0]).toBe("From now on, s costs $2.50 per GPU-hour instead of $1.00 (+150 %).");
  expect(ofTenant[1]).toContain("Only Acme pays it");

  expect(
    effectOf({ sku: "s", price: usd(1_000_000_000), from: undefined, tenant: undefined }, [], day(4))[0],
  ).toContain("it has no price until then");
});
