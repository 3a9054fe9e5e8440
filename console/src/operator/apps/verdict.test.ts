import { expect, test } from "vitest";
import { missingFor } from "./verdict";

const POINTS = [{ id: "public_path:/routes/api" }, { id: "runs_as_root:/workload/user" }];

test("an approval needs every point, other decisions none", () => {
  const verdict = { message: "ok", agreed: ["public_path:/routes/api"], points: POINTS };
  expect(missingFor({ ...verdict, outcome: "approve" })).toBe("One point is not agreed to.");
  expect(missingFor({ ...verdict, outcome: "request_changes" })).toBeUndefined();
  expect(missingFor({ ...verdict, outcome: "approve", agreed: POINTS.map((one) => one.id) })).toBeUndefined();
});

test("a decision needs a choice and a message", () => {
  expect(missingFor({ outcome: "", message: "ok", agreed: [], points: [] })).toBe("Choose a decision.");
  expect(missingFor({ outcome: "reject", message: " ", agreed: [], points: [] })).toBe("Write a message.");
});
