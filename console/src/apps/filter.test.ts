import { expect, test } from "vitest";
import { categoriesOf, shownApps } from "./filter";
import type { App } from "./queries";

const app = (name: string, access: App["access"], ...categories: string[]) =>
  ({ app: name, access, categories }) as App;
const ALL = [app("a/x", "enabled", "notebooks"), app("a/y", "requested", "inference", "chat"), app("b/z", "available")];

test("a requested app is among those that are not enabled", () => {
  expect(shownApps(ALL, undefined)).toHaveLength(3);
  expect(shownApps(ALL, "enabled").map((one) => one.app)).toEqual(["a/x"]);
  expect(shownApps(ALL, "available").map((one) => one.app)).toEqual(["a/y", "b/z"]);
});

test("categories are sorted, once each, with the chosen one", () => {
  expect(categoriesOf(ALL, undefined)).toEqual(["chat", "inference", "notebooks"]);
  expect(categoriesOf([], "gone")).toEqual(["gone"]);
});
