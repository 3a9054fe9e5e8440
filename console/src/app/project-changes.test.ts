import { expect, test } from "vitest";
import { staleAfter } from "./project-changes";

const after = (kind: string) => staleAfter("p1", { id: "1", kind, data: "{}" }).map((key) => key.join(" "));

test("data without events is refetched on every tick", () => {
  expect(after("tick")).toEqual(
    expect.arrayContaining([
      "balance",
      "measured",
      "tenant",
      "project p1 members",
      "project p1 invitations",
      "project p1 apps",
      "project p1 publishing",
    ]),
  );
  expect(after("tick")).not.toContain("project p1");
});

test("an event of an allocation makes everything of its project stale", () => {
  expect(after("allocation")).toEqual(["project p1", "balance", "notifications"]);
});
