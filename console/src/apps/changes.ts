import type { Schemas } from "../api";

export type ManifestChange = Schemas["ManifestChange"];
type Area = Schemas["ChangeArea"];

const AREAS: { area: Area; title: string; meaning: string }[] = [
  {
    area: "permissions",
    title: "Permissions",
    meaning: "What the app may do, what it runs, and from where it can be reached.",
  },
  { area: "artifacts", title: "Images and files", meaning: "Content that runs, by digest." },
  { area: "prices", title: "Prices", meaning: "What users pay to the publisher." },
  { area: "parameters", title: "Parameters", meaning: "What users set when they start the app." },
  { area: "other", title: "Other", meaning: "Texts, tests and everything else." },
];

/** Changes by area in the order of their weight; areas without a change are left out. */
export function byArea(changes: ManifestChange[]) {
  return AREAS.map((one) => ({ ...one, changes: changes.filter(({ area }) => area === one.area) })).filter(
    (one) => one.changes.length > 0,
  );
}
