import { expect, test } from "vitest";
import { nameOf } from "./person";

const ID = "0198c0de-0000-7000-8000-00000000abcd";

test("people are called by name where it is known, and by the end of their id otherwise", () => {
  expect(nameOf(ID, undefined, [{ id: ID, display_name: "Olivia Owner" }])).toBe("Olivia Owner");
  expect(nameOf(ID, ID, [{ id: ID, display_name: "Olivia Owner" }])).toBe("you");
  expect(nameOf(ID, undefined, [])).toBe("0000abcd");
  expect(nameOf("system", undefined, [])).toBe("system");
  expect(nameOf(ID, undefined, [], "Gus Gone")).toBe("Gus Gone");
});
