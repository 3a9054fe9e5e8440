/** A price of the publisher, in addition to the price of the GPUs. */
export type AppPrice = { measure: string; per: number; amount: string; currency: string };

export type ManifestFacts = {
  license: string | undefined;
  links: { label: string; address: string }[];
  prices: AppPrice[];
  shapes: string[];
  gpus: string | undefined;
  parameters: { name: string; title: string; isRequired: boolean }[];
};

type Tree = Record<string, unknown>;

const tree = (value: unknown): Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Tree) : {};
const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Reads the facts of a manifest that people look for. The server checked it, but rules may have been added since. */
export function factsOf(manifest: string | undefined): ManifestFacts {
  const root = tree(manifest ? JSON.parse(manifest) : {});
  const requires = tree(root.requires);
  const parameters = tree(root.parameters);
  const required = list(parameters.required);
  return {
    license: text(root.license),
    links: Object.entries(tree(root.links)).flatMap(([label, address]) => {
      const found = text(address);
      // Other schemes could run scripts.
      return found?.startsWith("https://") ? [{ label, address: found }] : [];
    }),
    prices: list(root.prices).map((one) => {
      const price = tree(one);
      return {
        measure: text(price.measure) ?? "",
        per: typeof price.per === "number" ? price.per : 1,
        amount: text(price.amount) ?? "",
        currency: text(price.currency) ?? "",
      };
    }),
    shapes: list(requires.shapes).flatMap((one) => text(one) ?? []),
    gpus: gpusText(tree(requires.gpus)),
    parameters: Object.entries(tree(parameters.properties)).map(([name, schema]) => ({
      name,
      title: text(tree(schema).title) ?? name,
      isRequired: required.includes(name),
    })),
  };
}

function gpusText(gpus: Tree): string | undefined {
  const { min, memory_gib_min: memory } = gpus;
  const vendors = list(gpus.vendors).flatMap((one) => text(one) ?? []);
  const parts = [
    ...(typeof min === "number" ? [min === 0 ? "none needed" : `at least ${min}`] : []),
    ...(typeof memory === "number" ? [`${memory} GiB each`] : []),
    ...(vendors.length > 0 ? [vendors.join(" or ")] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : undefined;
}

/** For example "0.20 EUR per 1,000,000 tokens_out". */
export function priceText({ measure, per, amount, currency }: AppPrice): string {
  const unit = measure.slice(measure.lastIndexOf(".") + 1).replaceAll("_", " ");
  return `${amount} ${currency} per ${per === 1 ? "" : `${per.toLocaleString("en-US")} `}${unit}`;
}
