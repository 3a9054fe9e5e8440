import { expect, test } from "vitest";
import { csv, decimal } from "./csv";

test("cells are quoted where needed, and formulas are not run", () => {
  expect(
    csv(
      ["name", "n"],
      [
        ["a, b", 1],
        ['say "x"', 2],
        ["=1+1", -3],
        ["two\nlines", 4],
      ],
    ),
  ).toBe('name,n\r\n"a, b",1\r\n"say ""x""",2\r\n\'=1+1,-3\r\n"two\nlines",4\r\n');
});

test("amounts are exact", () => {
  expect(decimal(41_500_000)).toBe("0.041500000");
  expect(decimal(-2_490_000_001)).toBe("-2.490000001");
  expect(decimal(0)).toBe("0.000000000");
});
