import { expect, test, vi } from "vitest";
import { type Command, isGrowing } from "./queries";

// The client reads the address of the page, which a test has none of.
vi.mock("../api/client", () => ({ api: {}, ask: vi.fn() }));

const ENDED_AT = "2026-01-02T03:00:00Z";
const SOON = Date.parse(ENDED_AT) + 60_000;

const ended = (more: Partial<Command>) =>
  ({
    state: "exited",
    ended_at: ENDED_AT,
    stdout_stored: 1,
    stdout_bytes: 2,
    stderr_stored: 0,
    stderr_bytes: 0,
    ...more,
  }) as Command;

test("the rest of the output is awaited for ten minutes, and not from a lost node", () => {
  expect(isGrowing(ended({}), SOON)).toBe(true);
  expect(isGrowing(ended({ stdout_stored: 2 }), SOON)).toBe(false);
  expect(isGrowing(ended({ state: "unknown" }), SOON)).toBe(false);
  expect(isGrowing(ended({}), SOON + 10 * 60_000)).toBe(false);
  expect(isGrowing(ended({ state: "running" }), SOON + 10 * 60_000)).toBe(true);
});
