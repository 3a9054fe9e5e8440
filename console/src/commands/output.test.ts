import { expect, test } from "vitest";
import { added, NOTHING, nextOffset, readable, SHOWN_BYTES_MAX } from "./output";

const text = (words: string) => new TextEncoder().encode(words);

test("pieces are put together, also within a character", () => {
  const euro = text("price: 5 €\n");
  const first = added(NOTHING, 0, euro.subarray(0, 10));
  expect(nextOffset(first, euro.length)).toBe(10);
  const whole = added(first, 10, euro.subarray(10));
  expect(readable(whole.bytes)).toBe("price: 5 €\n");
  expect(nextOffset(whole, euro.length)).toBeUndefined();
});

test("only the newest bytes are kept, however much is printed", () => {
  const many = new Uint8Array(SHOWN_BYTES_MAX).fill(65);
  const shown = added(added(NOTHING, 0, many), many.length, text("end"));
  expect(shown.bytes.length).toBe(SHOWN_BYTES_MAX);
  expect(shown.leftOut).toBe(3);
  expect(readable(shown.bytes).endsWith("Aend")).toBe(true);
});

test("output that grew by more than is shown is not read through", () => {
  const shown = added(NOTHING, 0, text("begin"));
  const from = nextOffset(shown, 10 * SHOWN_BYTES_MAX);
  expect(from).toBe(9 * SHOWN_BYTES_MAX);
  expect(readable(added(shown, from ?? 0, text("later")).bytes)).toBe("later");
});

test("colours, titles and control characters are left out", () => {
  expect(readable(text("\u001b[1;31mred\u001b[0m \u001b]0;title\u0007\u0008\u0000plain\tx\n"))).toBe("red plain\tx\n");
});

test("a line that is written over shows its last state", () => {
  expect(readable(text("10 %\r50 %\r100 %\ndone\r\n"))).toBe("100 %\ndone\n");
});

test("a title that is never closed hides only the rest of its line", () => {
  expect(readable(text("before \u001b]0;title\nafter\n"))).toBe("before \nafter\n");
});
