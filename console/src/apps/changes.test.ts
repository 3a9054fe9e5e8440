import { expect, test } from "vitest";
import { byArea } from "./changes";

test("permissions and images come first, empty areas are left out", () => {
  const areas = byArea([
    { pointer: "/title", area: "other" },
    { pointer: "/artifacts/main/digest", area: "artifacts" },
    { pointer: "/workload/user", area: "permissions" },
    { pointer: "/routes/api", area: "permissions" },
  ]);
  expect(areas.map((one) => one.area)).toEqual(["permissions", "artifacts", "other"]);
  expect(areas[0]?.changes).toHaveLength(2);
});
