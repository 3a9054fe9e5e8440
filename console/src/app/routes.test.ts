import { expect, test } from "vitest";
import { PAGES } from "../pages";
import { router } from "./routes";

test("every page has a route, and every route but the frames has a page", () => {
  const paths = new Set<string>(PAGES.map((page) => page.path));
  expect(paths.size).toBe(PAGES.length);
  expect(new Set(Object.keys(router.routesByPath))).toEqual(new Set([...paths, "/"]));
});

test("links carry what a page reads from its URL", () => {
  const node = router.buildLocation({
    to: "/operator/nodes/$nodeId",
    params: { nodeId: "a b" },
    search: { tab: "tasks", task: "7" },
  });
  expect(node.href).toBe("/operator/nodes/a%20b?tab=tasks&task=%227%22");
  const project = router.buildLocation({ to: "/projects/$projectId", params: { projectId: "p" } });
  expect(project.href).toBe("/projects/p");
});

test("a number in the URL of the costs stays a number", () => {
  const billing = router.buildLocation({
    to: "/projects/$projectId/billing",
    params: { projectId: "p" },
    search: { days: 7 },
  });
  expect(billing.href).toBe("/projects/p/billing?days=7");
});
