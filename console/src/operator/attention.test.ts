import { expect, test } from "vitest";
import { concerns, gpuSums, type Overview } from "./attention";

const NOW = Date.parse("2026-01-02T03:00:00Z");

const WELL: Overview = {
  at: "2026-01-02T03:00:00Z",
  fleet: {
    nodes: [{ state: "ready", count: 2 }],
    gpus: [{ model: "H100", taken: 1, free: 6, closed: 1, out_of_service: 0 }],
    troubled: 0,
    troubled_nodes: [],
  },
  queue: { waiting: [], allocations: [], stuck: 0, degraded: 0 },
  money: {
    currencies: [],
    short_of_credit: 0,
    short_tenants: [],
    pending_adjustments: 0,
    in_balance: true,
    charged_until: "2026-01-02T02:59:00Z",
  },
  events: {
    backlog: {
      outbox: { count: 3, more: false, oldest_at: "2026-01-02T02:59:59Z" },
      bus_reachable: true,
      consumers: [],
    },
    dead_letters: 1,
    exhausted: 0,
  },
};

test("a healthy platform has no issues", () => {
  expect(concerns(WELL, NOW)).toEqual([]);
});

test("issues link to their page, most severe first", () => {
  const wrong: Overview = {
    ...WELL,
    fleet: { ...WELL.fleet, troubled: 2 },
    queue: { ...WELL.queue, stuck: 1 },
    money: { ...WELL.money, in_balance: false, pending_adjustments: 1, charged_until: "2026-01-02T02:49:00Z" },
    events: { ...WELL.events, exhausted: 1, backlog: { ...WELL.events.backlog, bus_reachable: false } },
  };
  expect(concerns(wrong, NOW).map(({ text, to }) => [text, to])).toEqual([
    ["The ledger does not balance", "/operator/finance"],
    ["Usage has not been charged for more than ten minutes", "/operator/health"],
    ["2 nodes in trouble", "/operator/nodes"],
    ["1 allocation stuck", "/operator/allocations"],
    ["1 dead letter with no retries left", "/operator/dead-letters"],
    ["The event bus is not responding", "/operator/dead-letters"],
    ["1 adjustment waiting for approval", "/operator/finance"],
  ]);
});

test("GPUs of all models are added up", () => {
  const gpus = [...WELL.fleet.gpus, { model: "A100", taken: 2, free: 0, closed: 0, out_of_service: 4 }];
  expect(gpuSums(gpus)).toEqual({ taken: 3, free: 6, closed: 1, broken: 4, all: 14 });
});
