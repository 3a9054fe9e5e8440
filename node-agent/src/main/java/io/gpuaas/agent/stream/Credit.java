package io.gpuaas.agent.stream;

import io.gpuaas.agent.wire.Json;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Up to which byte the reader is ready to take the stream. It only grows, by a window at most. */
final class Credit {

    static final long WINDOW_BYTES_MAX = 1024 * 1024;

    private long granted;
    private long sent;
    private boolean isOver;

    /** Reads a message of the reader, {@code {"type":"credit","offset":N}}, and ignores any other. */
    synchronized void hear(CharSequence text) {
        try {
            JsonNode json = Json.LENIENT.readTree(text.toString());
            if (json.path("type").asString("").equals("credit")) {
                long asked = json.path("offset").asLong(0);
                granted = Math.max(granted, Math.min(asked, sent + WINDOW_BYTES_MAX));
                notifyAll();
            }
        } catch (JacksonException e) {
            // Not ours to understand; the reader gets nothing it did not ask for.
        }
    }

    /** How much may be sent now; waits for some, and is 0 when the time is over or the stream is. */
    synchronized int await(int bytesMax, Duration time) throws InterruptedException {
        long until = System.nanoTime() + time.toNanos();
        while (!isOver && granted <= sent) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return 0;
            }
            wait(left);
        }
        return isOver ? 0 : (int) Math.min(bytesMax, granted - sent);
    }

    synchronized void sent(int bytes) {
        sent += bytes;
    }

    synchronized void end() {
        isOver = true;
        notifyAll();
    }

    synchronized boolean isOver() {
        return isOver;
    }
}
