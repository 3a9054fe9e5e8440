import { expect, test } from "vitest";
import { chainOf, loadedOf } from "./chain";

const numbers = (...all: number[]) => all.map((number) => ({ number, to_millis: (number + 1) * 1000 }));
const mark = (text: string) => ({ at: 1, kind: "m", text });

test("a chain is intact if no segment is missing or marked", () => {
  expect(chainOf(numbers(0, 1, 2), [mark("ended: exited"), mark("lost: 7 bytes")], false)).toEqual({
    isWhole: true,
    text: "Chain intact, 3 segments",
  });
});

test("missing segments are counted, the first ones too", () => {
  expect(chainOf(numbers(2, 3, 5), [], false)).toEqual({ isWhole: false, text: "Chain: 3 segments missing" });
});

test("a segment that is there and does not follow the one before shows", () => {
  const broken = mark("chain broken: segment 2 does not follow the one before");
  expect(chainOf(numbers(0, 1, 2), [broken], false)).toEqual({ isWhole: false, text: "Chain: broken in 1 place" });
  expect(chainOf(numbers(0, 1, 2), [{ ...broken, kind: "o" }], false).isWhole).toBe(true);
});

test("nothing is whole of which a segment was altered or is gone from the store", () => {
  const altered = mark("altered: segment 1 differs from what was stored");
  const missing = mark("missing: segment 2 is not in the object store");
  expect(chainOf(numbers(0, 1, 2), [altered], false)).toEqual({ isWhole: false, text: "Chain: 1 segment altered" });
  expect(chainOf(numbers(0, 1, 2), [altered, missing], true)).toEqual({
    isWhole: false,
    text: "Chain so far: 1 segment missing, 1 segment altered",
  });
});

test("a part reports only its loaded segments", () => {
  const all = numbers(0, 1, 2, 3, 4);
  const part = loadedOf(all, { seconds: 4.0004, isWhole: false }, 2, false);
  expect(part.map(({ number }) => number)).toEqual([2, 3]);
  expect(chainOf(part, [], true)).toEqual({ isWhole: true, text: "Chain intact so far, 2 segments" });
  expect(loadedOf(all, { seconds: 4, isWhole: true }, 0, true)).toHaveLength(4);
  expect(loadedOf(all, { seconds: 4, isWhole: true }, 0, false)).toHaveLength(5);
});
