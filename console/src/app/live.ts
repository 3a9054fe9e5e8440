import type { StreamEvent } from "./event-stream";
import { readStream } from "./stream-read";

const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 15_000;

export type LiveState = "connecting" | "live" | "waiting" | "ended";

type Listener = { onEvent: (event: StreamEvent) => void; onState: (state: LiveState) => void };

/**
 * Follows an event stream until it is stopped. A lost or silent connection is resumed at the last event. Hidden tabs
 * hold no connection, because browsers allow six per origin, shared by all tabs.
 */
export function follow(path: string, listener: Listener): () => void {
  const stopped = new AbortController();
  let position: string | undefined;
  let connection = new AbortController();
  const hide = () => document.hidden && connection.abort();
  document.addEventListener("visibilitychange", hide);
  stopped.signal.addEventListener("abort", () => {
    document.removeEventListener("visibilitychange", hide);
    connection.abort();
  });

  const take = (event: StreamEvent) => {
    position = event.id || position;
    if (event.kind !== "position") {
      listener.onEvent(event);
    }
  };

  const open = (signal: AbortSignal) =>
    fetch(path, {
      signal,
      headers: { Accept: "text/event-stream", ...(position ? { "Last-Event-ID": position } : {}) },
    });

  const run = async () => {
    let delay = RETRY_MS_MIN;
    while (!stopped.signal.aborted) {
      await visible(stopped.signal);
      connection = new AbortController();
      listener.onState("connecting");
      const outcome = await readStream(open, connection, {
        take,
        onOpen: () => {
          delay = RETRY_MS_MIN;
          listener.onState("live");
        },
      });
      if (outcome === "refused" || stopped.signal.aborted) {
        listener.onState("ended");
        return;
      }
      listener.onState("waiting");
      await pause(document.hidden ? 0 : delay, stopped.signal);
      delay = Math.min(delay * 2, RETRY_MS_MAX);
    }
  };
  void run();
  return () => stopped.abort();
}

function visible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden) {
      resolve();
      return;
    }
    const done = () => {
      if (!document.hidden || signal.aborted) {
        document.removeEventListener("visibilitychange", done);
        resolve();
      }
    };
    document.addEventListener("visibilitychange", done);
    signal.addEventListener("abort", done);
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
