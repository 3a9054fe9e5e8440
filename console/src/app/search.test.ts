import { expect, test } from "vitest";
import { oneOf, switches, texts, withoutEmpty } from "./search";

test("texts that look like numbers stay texts, and others are left out", () => {
  expect(texts("text", "node", "tab")({ text: 123, node: true, tab: { a: 1 }, other: "x" })).toEqual({
    text: "123",
    node: "true",
  });
});

test("values that are not offered are left out", () => {
  const read = oneOf("state", ["active", "failed"]);
  expect(read({ state: "active" })).toEqual({ state: "active" });
  expect(read({ state: "gone" })).toEqual({});
});

test("only switches that are on are kept", () => {
  expect(switches("stuck", "faulty")({ stuck: true, faulty: "true" })).toEqual({ stuck: true });
});

test("empty values are not written to the URL", () => {
  expect(withoutEmpty({ a: "", b: undefined, c: "x" })).toEqual({ c: "x" });
});
