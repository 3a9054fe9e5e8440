import { expect, test } from "vitest";
import { LogLines, readableLine } from "./log-lines";

const OURS = '{"at":"2026-11-16T09:33:20.403844340Z","level":"info","message":"connected","attempt":2}';

test("our own lines are written as people read them, others as they are", () => {
  expect(readableLine(OURS)).toBe("2026-11-16 09:33:20.403 INFO  connected attempt=2");
  for (const line of ["NVRM: Xid 79", "{not json", '{"other":1}', ""]) {
    expect(readableLine(line)).toBe(line);
  }
});

test("a line that arrives in pieces is shown once, when it is whole", () => {
  const lines = new LogLines();
  expect(lines.read("one\ntw")).toBe("one\n");
  expect(lines.read(`o\n${OURS.slice(0, 20)}`)).toBe("two\n");
  expect(lines.read(`${OURS.slice(20)}\nlast`)).toBe("2026-11-16 09:33:20.403 INFO  connected attempt=2\n");
  expect(lines.end()).toBe("last\n");
  expect(lines.end()).toBe("");
});
