import { expect, test } from "vitest";
import { COUNTED_MAX, foundText } from "./found";

test("a search shows the position and the number of matches", () => {
  expect(foundText({ resultIndex: 2, resultCount: 17 })).toBe("3 of 17");
  expect(foundText({ resultIndex: -1, resultCount: 0 })).toBe("no results");
  expect(foundText({ resultIndex: -1, resultCount: 4 })).toBe("4 found");
  expect(foundText({ resultIndex: -1, resultCount: COUNTED_MAX })).toBe("1000 or more found");
});
