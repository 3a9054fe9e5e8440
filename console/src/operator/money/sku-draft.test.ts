import { expect, test } from "vitest";
import { commandOf, EMPTY_SKU, faultsOf } from "./sku-draft";

const SLICE = { ...EMPTY_SKU, name: "a100-slice", title: "A100 GPUs", model: "a100-sxm" };

test("missing values are reported by field", () => {
  expect(new Set(Object.keys(faultsOf(EMPTY_SKU)))).toEqual(new Set(["model", "name", "title"]));
  expect(faultsOf(SLICE)).toEqual({});
});

test("fields that belong together are asked for together", () => {
  const wrong = {
    ...SLICE,
    name: "A100 slice",
    counts: ["0"],
    vcpus: "",
    zone: "z",
    isolation: "full_reimage",
  } as const;
  expect(new Set(Object.keys(faultsOf({ ...wrong, counts: ["0"] })))).toEqual(
    new Set(["counts", "isolation", "name", "region", "vcpus"]),
  );
  expect(Object.keys(faultsOf({ ...SLICE, shape: "mig" }))).toEqual(["profile"]);
  expect(faultsOf({ ...SLICE, shape: "bare_metal", isolation: "full_reimage", counts: [] })).toEqual({});
});

test("the command has what its shape has, and nothing else", () => {
  expect(commandOf({ ...SLICE, counts: ["8", "1", "1"] })).toEqual({
    name: "a100-slice",
    title: "A100 GPUs",
    shape: "gpu_slice",
    gpu_model: "a100-sxm",
    counts: [1, 8],
    unit: { vcpus: 14, memory_bytes: 236_223_201_280, nvme_bytes: 3_500_000_000_000 },
    isolation: "user_revoke",
    images: ["ubuntu-24.04-cuda"],
  });
  expect(commandOf({ ...SLICE, shape: "bare_metal" })).toMatchObject({ counts: [1], gpus_per_unit: 8 });
  expect(commandOf({ ...SLICE, shape: "mig", profile: "1g.10gb" })).toMatchObject({
    counts: [1],
    mig_profile: "1g.10gb",
  });
});
