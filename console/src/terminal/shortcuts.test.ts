import { expect, test } from "vitest";
import { shortcutOf } from "./shortcuts";

const pressed = (key: string, code: string, more = {}) =>
  shortcutOf({ ctrlKey: true, shiftKey: true, altKey: false, metaKey: false, key, code, ...more });

test("a letter is the same on every layout that has it, and in its place on the others", () => {
  expect(pressed("L", "KeyL")).toBe("l");
  expect(pressed("Д", "KeyL")).toBe("l");
  // Dvorak has its L elsewhere.
  expect(pressed("L", "KeyP")).toBe("l");
  expect(pressed(">", "Period")).toBe("period");
  expect(pressed(":", "Period")).toBe("period");
});

test("only Ctrl and Shift, both of them", () => {
  expect(pressed("L", "KeyL", { shiftKey: false })).toBeUndefined();
  expect(pressed("L", "KeyL", { ctrlKey: false })).toBeUndefined();
  expect(pressed("L", "KeyL", { altKey: true })).toBeUndefined();
  expect(pressed("L", "KeyL", { metaKey: true })).toBeUndefined();
});
