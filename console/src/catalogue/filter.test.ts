import { expect, test } from "vitest";
import type { Offer } from "../api";
import { filtered } from "./filter";

const offer = (name: string, rest: Partial<Offer> = {}) =>
  ({
    name,
    title: name,
    shape: "gpu_slice",
    gpu_model: "h100-sxm",
    in_fleet: true,
    gpu_memory_bytes: 80 * 2 ** 30,
    available: [],
    ...rest,
  }) as unknown as Offer;
const ALL = [
  offer("h100"),
  offer("h200", { in_fleet: false, gpu_memory_bytes: 141 * 2 ** 30 }),
  offer("part", { shape: "mig", gpu_memory_bytes: 10 * 2 ** 30 }),
];
const names = (filter: Parameters<typeof filtered>[1]) => filtered(ALL, filter).shown.map((one) => one.name);

test("the fleet's GPUs are shown, others are counted", () => {
  expect(names({})).toEqual(["h100", "part"]);
  expect(filtered(ALL, {}).absent).toBe(1);
  expect(names({ all: true })).toEqual(["h100", "h200", "part"]);
});

test("filters narrow by text, kind, memory and what is free", () => {
  expect(names({ text: " H1" })).toEqual(["h100", "part"]);
  expect(names({ text: "part" })).toEqual(["part"]);
  expect(names({ shape: "mig" })).toEqual(["part"]);
  expect(names({ memory: 40 })).toEqual(["h100"]);
  expect(names({ free: true })).toEqual([]);
  expect(filtered(ALL, { memory: 141 }).absent).toBe(1);
});
