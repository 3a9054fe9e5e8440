import { expect, test } from "vitest";
import { isNameable, parseListing, pathTo, shownName } from "./listing";

const entry = (name: string, type = "file") => ({ name, type, is_link: false, modified_seconds: 1 });

test("folders come first, and numbers in names count as numbers", () => {
  const text = JSON.stringify({
    entries: [entry("run-10"), entry("run-9"), entry("zoo", "folder"), entry("pipe", "other")],
    is_truncated: true,
  });
  expect(parseListing(text).entries.map(({ name }) => name)).toEqual(["zoo", "pipe", "run-9", "run-10"]);
  expect(parseListing(text).is_truncated).toBe(true);
});

test("what is no list is refused", () => {
  for (const text of [
    "null",
    "{}",
    '{"entries":{}}',
    '{"entries":[null]}',
    JSON.stringify({ entries: [{ ...entry("x"), type: "door" }] }),
    JSON.stringify({ entries: [{ ...entry("x"), bytes: "many" }] }),
  ]) {
    expect(() => parseListing(text), text).toThrow("The host's list of the folder cannot be read.");
  }
});

test("a time beyond all dates is brought back to one", () => {
  const text = JSON.stringify({ entries: [{ ...entry("x"), modified_seconds: 1e18 }] });
  expect(new Date((parseListing(text).entries[0]?.modified_seconds ?? 0) * 1000).toISOString()).toMatch(/^\+275760/);
});

test("names that hide something are shown as such and cannot be asked for", () => {
  expect(shownName("safe\u202Egpj.exe\n")).toBe("safe\ufffdgpj.exe\ufffd");
  expect(isNameable("safe\u202Egpj.exe")).toBe(false);
  expect(isNameable("bild ä.png")).toBe(true);
});

test("the way to a folder begins at the home", () => {
  expect(pathTo("")).toEqual([{ name: "Home", path: "" }]);
  expect(pathTo("a/b")).toEqual([
    { name: "Home", path: "" },
    { name: "a", path: "a" },
    { name: "b", path: "a/b" },
  ]);
});
