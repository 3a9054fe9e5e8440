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
  expect(chartsOf(telemetry, node)[0]?.series.map((one) => one.name)).toEqual(["GPU 0", "GPU 1"]);
  expect(chartsOf(telemetry, node)[0]?.series[1]?.points).toEqual([{ at, value: 7 }]);
});

test("memory is shown in GiB, and what was not measured stays empty", () => {
  const telemetry = {
    step_seconds: 60,
    gpus: [],
    node: [{ at, memory_used_bytes: 2 * 1024 ** 3 }, { at }],
  } as Schemas["NodeTelemetry"];
  expect(
    chartsOf(telemetry, node)
      .at(-1)
      ?.series[0]?.points.map((point) => point.value),
  ).toEqual([2, undefined]);
});
