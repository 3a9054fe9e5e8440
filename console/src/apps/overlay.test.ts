import { expect, test } from "vitest";
import { overlayFault } from "./overlay";

test("an overlay is a JSON object or absent", () => {
  expect(overlayFault("  ")).toBeUndefined();
  expect(overlayFault('{ "properties": {} }')).toBeUndefined();
  expect(overlayFault("[]")).toMatch(/JSON object/);
  expect(overlayFault("null")).toMatch(/JSON object/);
  expect(overlayFault("{")).toMatch(/^Not JSON: /);
});
