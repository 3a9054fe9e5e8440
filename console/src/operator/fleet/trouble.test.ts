import { expect, test } from "vitest";
import type { Node } from "../queries";
import { trouble, troubleSince } from "./trouble";

const READY_SINCE = "2026-11-17T21:30:00Z";

function node(state: Node["state"], ...gpus: [string, string][]): Node {
  return {
    state,
    state_since: READY_SINCE,
    gpus: gpus.map(([gpuState, state_since]) => ({ state: gpuState, state_since })),
    running: [],
  } as unknown as Node;
}

test("a ready node is in trouble since its first GPU failed", () => {
  const broken = node(
    "ready",
    ["in_service", "2026-11-17T21:31:00Z"],
    ["faulty", "2026-11-17T22:10:00Z"],
    ["missing", "2026-11-17T22:05:00Z"],
  );
  expect(trouble(broken)).toBe("2 GPU out of service");
  expect(troubleSince(broken)).toBe("2026-11-17T22:05:00Z");
});

test("a node that is not ready is in trouble since its state changed", () => {
  expect(troubleSince(node("unreachable", ["faulty", "2026-11-17T20:00:00Z"]))).toBe(READY_SINCE);
});
