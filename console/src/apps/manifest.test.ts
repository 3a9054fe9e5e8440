import { expect, test } from "vitest";
import { factsOf, priceText } from "./manifest";

test("facts of a manifest", () => {
  const facts = factsOf(
    JSON.stringify({
      license: "Apache-2.0",
      links: { source: "https://example.com/a", support: "javascript:alert(1)" },
      prices: [{ measure: "acme/vllm.tokens_out", per: 1_000_000, amount: "0.20", currency: "EUR" }],
      requires: { gpus: { min: 1, memory_gib_min: 24, vendors: ["nvidia"] }, shapes: ["mig"] },
      parameters: { required: ["model"], properties: { model: { title: "Model" }, max_len: { type: "integer" } } },
    }),
  );
  expect(facts.links).toEqual([{ label: "source", address: "https://example.com/a" }]);
  expect(facts.gpus).toBe("at least 1, 24 GiB each, nvidia");
  expect(facts.prices.map(priceText)).toEqual(["0.20 EUR per 1,000,000 tokens out"]);
  expect(facts.parameters).toEqual([
    { name: "model", title: "Model", isRequired: true },
    { name: "max_len", title: "max_len", isRequired: false },
  ]);
});

test("a manifest of other shape is not an error", () => {
  expect(factsOf('{"links": [], "prices": {}, "requires": 1, "parameters": null}')).toMatchObject({
    links: [],
    prices: [],
    parameters: [],
  });
  expect(factsOf(undefined).license).toBeUndefined();
});
