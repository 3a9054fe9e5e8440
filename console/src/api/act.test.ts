import { expect, test } from "vitest";
import { Act, type ActHeader } from "./act";
import { ProblemError } from "./problem";

const refused = new ProblemError({ code: "quota_exceeded" }, 409);

/** Presses with each wish in turn, each ending as said, and tells the keys that were sent. */
async function press(...presses: { wish: unknown; ends?: unknown }[]): Promise<string[]> {
  const act = new Act();
  const keys: string[] = [];
  for (const { wish, ends } of presses) {
    const request = (header: ActHeader) => {
      keys.push(header["Idempotency-Key"]);
      return ends === undefined ? Promise.resolve("done") : Promise.reject(ends);
    };
    await act.send(wish, request).catch((error: unknown) => expect(error).toBe(ends));
  }
  return keys;
}

test.each([
  ["nobody answered", new TypeError("Failed to fetch")],
  ["somebody in between answered", new ProblemError({}, 502)],
  ["the first request is still being worked on", new ProblemError({ code: "idempotency_in_flight" }, 409)],
])("it is the same act when %s", async (_when, lost) => {
  const [first, second] = await press({ wish: { count: 1 }, ends: lost }, { wish: { count: 1 } });
  expect(second).toBe(first);
});

test("after an answer, also a refusal, it is a new act", async () => {
  const keys = await press({ wish: { count: 1 } }, { wish: { count: 1 }, ends: refused }, { wish: { count: 1 } });
  expect(new Set(keys).size).toBe(3);
});

test("another wish is another act", async () => {
  const [first, second] = await press({ wish: { count: 1 }, ends: new TypeError("lost") }, { wish: { count: 2 } });
  expect(second).not.toBe(first);
});
