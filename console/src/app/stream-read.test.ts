import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StreamEvent } from "./event-stream";
import { readStream, SILENCE_MS_MAX } from "./stream-read";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that says what it is told to, over a connection that breaks when it is aborted, as a browser's does. */
function serve() {
  let say: (text: string) => void = () => undefined;
  const connection = new AbortController();
  const open = (signal: AbortSignal) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        say = (text) => controller.enqueue(new TextEncoder().encode(text));
        signal.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  };
  const events: StreamEvent[] = [];
  let isOpen = false;
  const ended = readStream(open, connection, { onOpen: () => (isOpen = true), take: (event) => events.push(event) });
  return { ended, events, connection, say: (text: string) => say(text), isOpen: () => isOpen };
}

test("a stream that falls silent is given up", async () => {
  const { ended, connection, isOpen } = serve();
  await vi.advanceTimersByTimeAsync(SILENCE_MS_MAX - 1);
  expect(isOpen()).toBe(true);
  expect(connection.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await ended).toBe("broken");
});

test("a stream that ticks is kept, however little happens", async () => {
  const { events, connection, say } = serve();
  for (let ticks = 0; ticks < 20; ticks++) {
    await vi.advanceTimersByTimeAsync(15_000);
    say(": still here\n\n");
  }
  await vi.advanceTimersByTimeAsync(1);
  expect(connection.signal.aborted).toBe(false);
  expect(events.map((event) => event.kind)).toEqual(Array.from({ length: 20 }, () => "tick"));
  connection.abort();
});

test("a server that never answers is given up, too", async () => {
  const connection = new AbortController();
  const silent = (signal: AbortSignal) =>
    new Promise<Response>((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  const ended = readStream(silent, connection, { onOpen: () => undefined, take: () => undefined });
  await vi.advanceTimersByTimeAsync(SILENCE_MS_MAX);
  expect(await ended).toBe("broken");
});

test("a refusal is not asked about again", async () => {
  const refused = () => Promise.resolve(new Response(null, { status: 403 }));
  expect(await readStream(refused, new AbortController(), { onOpen: () => undefined, take: () => undefined })).toBe(
    "refused",
  );
  expect(vi.getTimerCount()).toBe(0);
});
