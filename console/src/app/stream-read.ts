import { EventStreamReader, type StreamEvent } from "./event-stream";

/** The server sends something at least every 15 seconds; longer silence means the connection is dead. */
export const SILENCE_MS_MAX = 40_000;

type Heard = { onOpen: () => void; take: (event: StreamEvent) => void };

/** Reads an event stream until it ends or falls silent, because a network can drop a connection unnoticed. */
export async function readStream(
  open: (signal: AbortSignal) => Promise<Response>,
  connection: AbortController,
  { onOpen, take }: Heard,
): Promise<"broken" | "refused"> {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => connection.abort(), SILENCE_MS_MAX);
  };
  try {
    heard();
    const response = await open(connection.signal);
    if (!response.ok || !response.body) {
      // Access denied; retrying would not help.
      return [400, 401, 403, 404].includes(response.status) ? "refused" : "broken";
    }
    heard();
    onOpen();
    const events = new EventStreamReader();
    const text = new TextDecoder();
    const body = response.body.getReader();
    for (let piece = await body.read(); !piece.done; piece = await body.read()) {
      heard();
      events.read(text.decode(piece.value, { stream: true })).forEach(take);
    }
    return "broken";
  } catch {
    // Lost or aborted; the next connection resumes at the position.
    return "broken";
  } finally {
    clearTimeout(silence);
  }
}
