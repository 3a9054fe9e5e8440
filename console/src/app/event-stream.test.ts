import { expect, test } from "vitest";
import { EventStreamReader } from "./event-stream";

const TEXT = 'id: 7\nevent: position\ndata: {}\n\n: still here\n\nid: 8\nevent: active\ndata: {"a":1}\n\n';

test("events are the same however the bytes are cut", () => {
  const whole = new EventStreamReader().read(TEXT);
  const reader = new EventStreamReader();
  const single = [...TEXT].flatMap((character) => reader.read(character));
  expect(whole).toEqual([
    { id: "7", kind: "position", data: "{}" },
    { id: "7", kind: "tick", data: "" },
    { id: "8", kind: "active", data: '{"a":1}' },
  ]);
  expect(single).toEqual(whole);
});

test("incomplete events are not emitted", () => {
  expect(new EventStreamReader().read("id: 9\ndata: {")).toEqual([]);
});
