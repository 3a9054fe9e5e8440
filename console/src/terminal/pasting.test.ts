import { expect, test } from "vitest";
import { cleaned, linesOf } from "./pasting";

test("control characters are removed from pasted text", () => {
  expect(cleaned("a\u001b[201~\nrm -rf /\u001b[200~b")).toEqual({ text: "a[201~\nrm -rf /[200~b", removed: 2 });
  expect(cleaned("\u009b201~x\u0003\u007f\u0085\u0000")).toEqual({ text: "201~x", removed: 5 });
});

test("letters of all languages, tabs and ends of lines stay", () => {
  const text = "ls\t-l\r\nécho 'Привет 世界 🙂'\nend\u00a0";
  expect(cleaned(text)).toEqual({ text, removed: 0 });
});

test("lines are counted as they are run", () => {
  expect(linesOf("one")).toHaveLength(1);
  expect(linesOf("one\n")).toHaveLength(1);
  expect(linesOf("one\r\ntwo")).toEqual(["one", "two"]);
  expect(linesOf("one\rtwo\n\nfour\n")).toEqual(["one", "two", "", "four"]);
  expect(linesOf("")).toHaveLength(0);
});
