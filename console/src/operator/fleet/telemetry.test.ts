import { expect, test } from "vitest";
import type { Schemas } from "../../api";
import type { Node } from "../queries";
import { chartsOf } from "./telemetry";

const node = {
  gpus: [
    { uuid: "b", pci_address: "0000:22:00.0" },
    { uuid: "a", pci_address: "0000:12:00.0" },
  ],
} as Node;
const at = "2026-01-01T00:00:00Z";

test("GPUs are counted by their place in the host, whatever order they are told in", () => {
  const telemetry = {
    step_seconds: 60,
    node: [],
    gpus: [
      { uuid: "b", points: [{ at, utilization_percent: 7 }] },
      { uuid: "a", points: [] },
    ],
  } as Schemas["NodeTelemetry"];
  const [utilization] = chartsOf(telemetry, node).gpus;
  expect(utilization?.series.map((one) => one.name)).toEqual(["GPU 0", "GPU 1"]);
  expect(utilization?.series[1]?.points).toEqual([{ at, value: 7 }]);
});

test("a host that reports hundreds of ids gets eight lines and their rest in every chart", () => {
  const telemetry = {
    step_seconds: 60,
    node: [],
    gpus: Array.from({ length: 400 }, (_, number) => ({
      // All end alike, as a hostile host would choose.
      uuid: `${number}-abcdef`,
      points: [{ at, utilization_percent: number / 4, power_watts: 10 }],
    })),
  } as Schemas["NodeTelemetry"];
  const { gpus } = chartsOf(telemetry, node);
  const names = gpus[0]?.series.map((one) => one.name) ?? [];
  expect(names).toHaveLength(9);
  expect(new Set(names).size).toBe(9);
  expect(names.at(-1)).toBe("392 others (average)");
  expect(gpus.every((chart) => JSON.stringify(chart.series.map((one) => one.name)) === JSON.stringify(names))).toBe(
    true,
  );
  expect(gpus[3]?.series.at(-1)?.points).toEqual([{ at, value: 10 }]);
});

test("axes end at what the GPUs have", () => {
  const known = { gpus: [{ uuid: "a", pci_address: "", memory_bytes: 80 * 2 ** 30, power_limit_watts: 700 }] } as Node;
  const telemetry = { step_seconds: 60, node: [], gpus: [] } as Schemas["NodeTelemetry"];
  expect(chartsOf(telemetry, known).gpus.map((chart) => chart.max)).toEqual([100, 80, 100, 700]);
  expect(chartsOf(telemetry, node).gpus.map((chart) => chart.max)).toEqual([100, undefined, 100, undefined]);
});

test("memory is shown in GiB, and what was not measured stays empty", () => {
  const telemetry = {
    step_seconds: 60,
    gpus: [],
    node: [{ at, memory_used_bytes: 2 * 1024 ** 3 }, { at }],
  } as Schemas["NodeTelemetry"];
  expect(
    chartsOf(telemetry, node)
      .host.at(-1)
      ?.series[0]?.points.map((point) => point.value),
  ).toEqual([2, undefined]);
});
