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

test("a new connection resends exactly the unconfirmed input", () => {
  const typed = new TypedBytes();
  typed.confirm(0);
  typed.grant(65_536);
  typed.add(bytes("make test\n"));
  typed.confirm(5);
  expect(typed.room()).toBe(0);
  expect(text(typed.grant(65_541))).toBe("test\n");
  expect(text(typed.grant(65_546))).toBe("");
});

test("confirmed input is dropped", () => {
  const typed = new TypedBytes();
  typed.confirm(0);
  typed.grant(65_536);
  typed.add(bytes("abcdef"));
  typed.grant(65_536 + 6);
  typed.confirm(6);
  expect(text(typed.grant(65_542))).toBe("");
});

test("taking over resets the input offset", () => {
  const typed = new TypedBytes();
  typed.confirm(0);
  typed.grant(100);
  typed.add(bytes("abc"));
  typed.reset();
  expect(text(typed.grant(100))).toBe("");
  expect(typed.room()).toBe(100);
});

test("input by others is detected and nothing is resent", () => {
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
