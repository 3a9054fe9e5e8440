import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Allocation } from "../api";
import { showReleasing } from "./releasing";

const ONE = ["project", "p", "allocation", "a"];
const TIMELINE = [...ONE, "timeline"];
const LIST = ["project", "p", "allocations", { state: "active" }];

function shown() {
  const queries = new QueryClient();
  const a = { id: "a", state: "active" } as Allocation;
  const b = { id: "b", state: "active" } as Allocation;
  queries.setQueryData(ONE, a);
  queries.setQueryData(TIMELINE, []);
  queries.setQueryData(LIST, [a, b]);
  return queries;
}

test("a release shows at once, on its page and in lists", async () => {
  const queries = shown();
  await showReleasing(queries, "p", "a");
  expect(queries.getQueryData(ONE)).toMatchObject({ state: "releasing" });
  expect(queries.getQueryData(LIST)).toMatchObject([{ state: "releasing" }, { state: "active" }]);
  expect(queries.getQueryData(TIMELINE)).toEqual([]);
});

test("a refused release is rolled back", async () => {
  const queries = shown();
  const restore = await showReleasing(queries, "p", "a");
  restore();
  expect(queries.getQueryData(ONE)).toMatchObject({ state: "active" });
  expect(queries.getQueryData(LIST)).toMatchObject([{ state: "active" }, { state: "active" }]);
});
