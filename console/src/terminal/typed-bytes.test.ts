import { expect, test } from "vitest";
import { TypedBytes } from "./typed-bytes";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (some: Uint8Array) => new TextDecoder().decode(some);

test("nothing may be sent before the terminal grants it", () => {
  const typed = new TypedBytes();
  typed.confirm(0);
  expect(typed.room()).toBe(0);
  expect(text(typed.grant(10))).toBe("");
  typed.add(bytes("abcd"));
  expect(typed.room()).toBe(6);
});

test("after a broken connection exactly what did not arrive is sent again", () => {
  const typed = new TypedBytes();
  typed.confirm(0);
  typed.grant(65_536);
  typed.add(bytes("make test\n"));
  typed.confirm(5);
  expect(typed.room()).toBe(0);
  expect(text(typed.grant(65_541))).toBe("test\n");
  expect(text(typed.grant(65_546))).toBe("");
});

test("what the terminal has taken is forgotten", () => {
  const typed = new TypedBytes();
  typed.confirm(0);
  typed.grant(65_536);
  typed.add(bytes("abcdef"));
  typed.grant(65_536 + 6);
  typed.confirm(6);
  expect(text(typed.grant(65_542))).toBe("");
});

test("who takes the keyboard begins at zero", () => {
  const typed = new TypedBytes();
  typed.confirm(0);
  typed.grant(100);
  typed.add(bytes("abc"));
  typed.reset();
  expect(text(typed.grant(100))).toBe("");
  expect(typed.room()).toBe(100);
});

test("what others typed meanwhile is noticed, and nothing is sent again", () => {
  const typed = new TypedBytes();
  typed.confirm(0);
  typed.grant(65_536);
  typed.add(bytes("rm old\n"));
  expect(typed.isOvertaken(7)).toBe(false);
  expect(typed.isOvertaken(65_536)).toBe(true);
  typed.confirm(65_536);
  expect(text(typed.grant(131_072))).toBe("");
  expect(typed.room()).toBe(65_536);
});
