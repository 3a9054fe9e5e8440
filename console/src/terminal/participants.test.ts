import { expect, test } from "vitest";
import { calledIn } from "./participants";

const owner = { name: "", owner: true, writer: true };

test("guests see the owner's name", () => {
  expect(calledIn(owner, "Gus", false, "Ada Lovelace")).toBe("Ada Lovelace");
  expect(calledIn(owner, "Gus", false, undefined)).toBe("owner");
});

test("everyone is called you on their own screen", () => {
  expect(calledIn(owner, "", true, "Ada Lovelace")).toBe("you");
  expect(calledIn({ name: "Gus", owner: false, writer: false }, "Gus", false, "Ada Lovelace")).toBe("you");
  expect(calledIn({ name: "Gus", owner: false, writer: false }, "", true, "Ada Lovelace")).toBe("Gus");
});
