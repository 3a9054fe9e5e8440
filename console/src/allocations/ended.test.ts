import { expect, test } from "vitest";
import { money } from "../ui/format";
import { costLabel, costOf, noSshText } from "./ended";

test("an ended allocation has a final cost and no SSH to come", () => {
  expect(costLabel({ state: "released" }, false)).toBe("Estimated cost in total");
  expect(costLabel({ state: "failed" }, true)).toBe("Charged in total");
  expect(noSshText({ state: "released" })).toBe("The allocation has ended.");
});

test("a running allocation has cost so far", () => {
  expect(costLabel({ state: "active" }, true)).toBe("Charged so far");
  expect(costLabel({ state: "releasing" }, false)).toBe("Estimated cost so far");
  expect(noSshText({ state: "provisioning" })).toContain("while the allocation is active");
});

test("a cost is shown with two decimal places", () => {
  expect(money(costOf("2.49", 1724), "USD")).toBe("$1.19");
});
