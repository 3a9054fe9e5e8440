import { EventStreamReader, type StreamEvent } from "./event-stream";

/** The server says something at least every 15 seconds. Who hears nothing for so long is connected to nobody. */
export const SILENCE_MS_MAX = 40_000;

type Heard = { onOpen: () => void; take: (event: StreamEvent) => void };

/** Reads a stream of events to its end, which is also silence: a network may lose a connection without a word. */
export async function readStream(open: (signal: AbortSignal) => Promise<Response>, connection: AbortController, { onOpen, take }: Heard): Promise<"broken" | "refused"> {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => connection.abort(), SILENCE_MS_MAX);
  };
  try {
    heard();
    const response = await open(connection.signal);
    if (!response.ok || !response.body) {
      // Not for us, or not ours any more: asking again changes nothing.
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
    // Lost or let go of; either way the next connection goes on at the position.
    return "broken";
  } finally {
    clearTimeout(silence);
  }
}
