import { expect, test } from "vitest";
import { age, bytes, duration, money, parseMoney } from "./format";

test("money keeps the digits that matter", () => {
  expect(money(2_490_000_000, "USD")).toBe("$2.49");
  expect(money(1_234_567_890_000, "USD")).toBe("$1,234.57");
  expect(money(4_100_000, "USD")).toBe("$0.0041");
  expect(money(-500_000_000, "USD")).toBe("-$0.50");
  expect(money(0, "USD")).toBe("$0.00");
});

test("amounts are read exactly, and nothing else is an amount", () => {
  expect(parseMoney("10.01")).toBe(10_010_000_000);
  expect(parseMoney(" 0.1 ")).toBe(100_000_000);
  for (const text of ["", "-1", "1e3", "1,5", ".5", "ten"]) {
    expect(parseMoney(text)).toBeUndefined();
  }
});

test("durations name the two largest units", () => {
  expect(duration(0)).toBe("0 s");
  expect(duration(65)).toBe("1 min 5 s");
  expect(duration(3_600)).toBe("1 h");
  expect(duration(90_061)).toBe("1 d 1 h");
});

test("an age has no seconds and is rounded down", () => {
  expect(age(59)).toBe("less than a minute");
  expect(age(28 * 60 + 42)).toBe("28 min");
  expect(age(3_600 + 59)).toBe("1 h");
  expect(age(90_061)).toBe("1 d 1 h");
});

test("bytes are counted in powers of two", () => {
  expect(bytes(85_899_345_920)).toBe("80 GiB");
  expect(bytes(1_500)).toBe("1.5 KiB");
});
