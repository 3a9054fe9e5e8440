import { expect, test } from "vitest";
import { actsOn } from "./version-acts";

test("a draft of a public app must be reviewed, one within the tenant need not", () => {
  expect(actsOn("draft", "public")).toEqual(["submit"]);
  expect(actsOn("draft", "tenant")).toEqual(["submit", "publish"]);
});

test("an approved version can be published, a rejected one nothing", () => {
  expect(actsOn("approved", "public")).toEqual(["publish"]);
  expect(actsOn("rejected", "public")).toEqual([]);
});

test("a published version can move to another channel or be deprecated", () => {
  expect(actsOn("published", "public")).toEqual(["publish", "deprecate"]);
});
