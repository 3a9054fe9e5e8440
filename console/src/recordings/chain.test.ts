import { expect, test } from "vitest";
import { chainOf } from "./chain";

const numbers = (...all: number[]) => all.map((number) => ({ number }));

test("a chain is whole when no segment is missing and the player has no mark of it", () => {
  const ended = { at: 1, kind: "m", text: "ended: exited" };
  expect(chainOf(numbers(0, 1, 2), [ended])).toEqual({ isWhole: true, text: "Chain unbroken, 3 segments" });
});

test("missing segments are counted, the first ones too", () => {
  expect(chainOf(numbers(2, 3, 5), [])).toEqual({ isWhole: false, text: "Chain: 3 segments missing" });
});

test("a segment that is there and does not follow the one before shows", () => {
  const mark = { at: 1, kind: "m", text: "chain broken: segment 2 does not follow the one before" };
  expect(chainOf(numbers(0, 1, 2), [mark])).toEqual({ isWhole: false, text: "Chain: broken in 1 place" });
  expect(chainOf(numbers(0, 1, 2), [{ ...mark, kind: "o" }]).isWhole).toBe(true);
});
