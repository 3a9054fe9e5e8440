package io.gpuaas.gateway;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A reader and a node, in whichever order they come. */
final class Stream {

    private static final Duration PING_INTERVAL = Duration.ofSeconds(20);

    private final UUID id;
    private final Vertx vertx;
    private final Runnable ended;
    private final long[] timers = new long[3];
    private @Nullable Side reader;
    private @Nullable Side node;
    private boolean isOver;

    Stream(UUID id, Vertx vertx, Duration meeting, Duration lifetime, Runnable ended) {
        this.id = id;
        this.vertx = vertx;
        this.ended = ended;
        timers[0] = vertx.setTimer(Math.max(1, lifetime.toMillis()), timer -> end(End.TIME_IS_UP));
        timers[1] = vertx.setTimer(Math.max(1, meeting.toMillis()), timer -> endUnlessMet());
        timers[2] = vertx.setPeriodic(PING_INTERVAL.toMillis(), timer -> ping());
    }

    UUID id() {
        return id;
    }

    synchronized void addReader(ServerWebSocket socket) {
        reader = new Side(socket);
        join(socket, End.READER_LEFT);
    }

    synchronized void addNode(ServerWebSocket socket) {
        node = new Side(socket);
        join(socket, End.NODE_LEFT);
    }

    private void join(ServerWebSocket socket, End whenGone) {
        socket.closeHandler(gone -> end(whenGone));
        // The socket closes itself after an error; the close handler then ends the stream.
        socket.exceptionHandler(error -> {});
        Side to = reader;
        Side from = node;
        if (isOver) {
            socket.close();
        } else if (to != null && from != null) {
            to.socket().writeFinalTextFrame("{\"type\":\"attached\"}");
            from.sendTo(to);
            to.sendTo(from);
        }
    }

    private synchronized void endUnlessMet() {
        if (reader == null || node == null) {
            end(End.NOBODY_CAME);
        }
    }

    private synchronized void ping() {
        for (Side side : new @Nullable Side[] {reader, node}) {
            if (side != null && !side.socket().isClosed()) {
                side.socket().writePing(Buffer.buffer());
            }
        }
    }

    void end(End end) {
        synchronized (this) {
            if (isOver) {
                return;
            }
            isOver = true;
            for (long timer : timers) {
                vertx.cancelTimer(timer);
            }
            for (Side side : new @Nullable Side[] {reader, node}) {
                if (side != null) {
                    side.close(end);
                }
            }
        }
        ended.run();
    }

    /** Frames the node sent on to the reader. */
    synchronized long frames() {
        return node == null ? 0 : node.frames();
    }
}
