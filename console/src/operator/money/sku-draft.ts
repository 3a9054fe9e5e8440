import type { Schemas } from "../../api";

type CreateSku = Schemas["CreateSku"];

/** Form values of a new SKU; numbers as typed. */
export type SkuDraft = {
  name: string;
  title: string;
  shape: Schemas["CapacityShape"];
  model: string;
  profile: string;
  counts: string[];
  gpus: number | string;
  vcpus: number | string;
  memoryGib: number | string;
  nvmeGb: number | string;
  isolation: Schemas["IsolationModel"];
  images: string[];
  region: string;
  zone: string;
};

export const EMPTY_SKU: SkuDraft = {
  name: "",
  title: "",
  shape: "gpu_slice",
  model: "",
  profile: "",
  counts: ["1", "2", "4", "8"],
  gpus: 8,
  vcpus: 14,
  memoryGib: 220,
  nvmeGb: 3500,
  isolation: "user_revoke",
  images: ["ubuntu-24.04-cuda"],
  region: "",
  zone: "",
};

export type SkuFaults = Partial<Record<keyof SkuDraft, string>>;

const NAME = /^[a-z0-9]([a-z0-9.+-]{0,61}[a-z0-9])$/;
const MODEL = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;
const PROFILE = /^[1-7]g\.\d+gb$/;
const GIB = 1024 ** 3;
const GB = 1000 ** 3;

const isWhole = (value: number | string, least: number, most: number) =>
  Number.isInteger(Number(value)) && value !== "" && Number(value) >= least && Number(value) <= most;

/** Validation errors by field. The server validates again. */
export function faultsOf(draft: SkuDraft): SkuFaults {
  const faults: SkuFaults = {};
  const need = (field: keyof SkuDraft, isRight: boolean, sentence: string) => {
    if (!isRight) faults[field] = sentence;
  };
  need(
    "name",
    NAME.test(draft.name),
    "2 to 63 lowercase letters, digits, dots, plus signs or hyphens, starting and ending with a letter or digit",
  );
  need("title", draft.title.trim() !== "", "Enter a short description");
  need("model", MODEL.test(draft.model), "The model as listed for slots, for example h100-sxm");
  need("vcpus", isWhole(draft.vcpus, 1, 1024), "A whole number from 1 to 1024");
  need("memoryGib", isWhole(draft.memoryGib, 1, 65_536), "A whole number of GiB, at least 1");
  need("nvmeGb", isWhole(draft.nvmeGb, 0, 1_000_000), "A whole number of GB; 0 for none");
  need("images", draft.images.length > 0, "At least one");
  need("region", draft.zone.trim() === "" || draft.region.trim() !== "", "Enter the zone's region too");
  if (draft.shape === "gpu_slice") {
    need(
      "counts",
      draft.counts.length > 0 && draft.counts.every((count) => isWhole(count, 1, 64)),
      "Numbers from 1 to 64",
    );
  }
  if (draft.shape === "bare_metal") {
    need("gpus", isWhole(draft.gpus, 1, 64), "A whole number from 1 to 64");
  } else {
    need("isolation", draft.isolation === "user_revoke", "Only whole hosts can be reinstalled");
  }
  if (draft.shape === "mig") {
    need("profile", PROFILE.test(draft.profile), "NVIDIA profile name, for example 1g.10gb");
  }
  return faults;
}

/** Request body of a valid draft. */
export function commandOf(draft: SkuDraft): CreateSku {
  const { shape } = draft;
  return {
    name: draft.name,
    title: draft.title.trim(),
    shape,
    gpu_model: draft.model,
    counts: shape === "gpu_slice" ? [...new Set(draft.counts.map(Number))].sort((one, other) => one - other) : [1],
    unit: {
      vcpus: Number(draft.vcpus),
      memory_bytes: Number(draft.memoryGib) * GIB,
      nvme_bytes: Number(draft.nvmeGb) * GB,
    },
    isolation: draft.isolation,
    images: draft.images,
    ...(shape === "mig" ? { mig_profile: draft.profile } : {}),
    ...(shape === "bare_metal" ? { gpus_per_unit: Number(draft.gpus) } : {}),
    ...(draft.region.trim() ? { region: draft.region.trim() } : {}),
    ...(draft.zone.trim() ? { zone: draft.zone.trim() } : {}),
  };
}
