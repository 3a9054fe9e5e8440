package io.gpuaas.gateway;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A reader and a node, in whichever order they come. */
final class Stream {

    /** Pings per silence limit, after which a side counts as gone. */
    private static final int PINGS = 3;

    private final UUID id;
    private final String role;
    private final Vertx vertx;
    private final Metrics metrics;
    private final Flow.Echo echo;
    private final Runnable ended;
    private final long beganNanos = System.nanoTime();
    private final long[] timers = new long[3];
    private @Nullable Side reader;
    private @Nullable Side node;
    private boolean isOver;

    /** How long it waits for its second side, how long it lasts, and how long a side may be silent. */
    record Times(Duration meeting, Duration lifetime, Duration silence) {}

    Stream(ControlPlane.Joined joined, Vertx vertx, Times times, Metrics metrics, Runnable ended) {
        this.id = joined.streamId();
        this.role = joined.role();
        this.vertx = vertx;
        this.metrics = metrics;
        this.echo = new Flow.Echo(metrics.histogram(Metrics.ECHO_SECONDS), new AtomicLong());
        this.ended = ended;
        timers[0] = vertx.setTimer(Math.max(1, times.lifetime().toMillis()), timer -> end(End.TIME_IS_UP));
        timers[1] = vertx.setTimer(Math.max(1, times.meeting().toMillis()), timer -> endUnlessMet());
        metrics.counter(Metrics.STREAMS_TOTAL, "role=\"" + role + "\"").increment();
        timers[2] = vertx.setPeriodic(times.silence().dividedBy(PINGS).toMillis(), timer -> ping());
    }

    UUID id() {
        return id;
    }

    String role() {
        return role;
    }

    synchronized void addReader(ServerWebSocket socket) {
        Side came = new Side(socket, vertx, Flow.toNode(metrics, role, echo));
        reader = came;
        join(came);
    }

    synchronized void addNode(ServerWebSocket socket) {
        Side came = new Side(socket, vertx, Flow.toReader(metrics, role, echo));
        node = came;
        join(came);
    }

    private void join(Side came) {
        ServerWebSocket socket = came.socket();
        if (socket.isClosed()) {
            // It left while it was let in, and takes no handlers any more.
            gone(came);
            return;
        }
        came.listen(() -> gone(came));
        Side to = reader;
        Side from = node;
        if (isOver) {
            socket.close();
        } else if (to != null && from != null) {
            metrics.histogram(Metrics.MEETING_SECONDS).record(System.nanoTime() - beganNanos);
            to.socket().writeFinalTextFrame("{\"type\":\"attached\"}");
            from.sendTo(to, () -> end(End.NODE_LEFT));
            to.sendTo(from, () -> {});
        }
    }

    /**
     * The reader still gets everything the node sent before it left, however slowly it reads; the stream ends after
     * that. A reader that stops reading is ended by the silence limit, by the control plane, or at the stream's end time.
     */
    private synchronized void gone(Side side) {
        if (side != node) {
            end(side.hasLeftInOrder() ? End.READER_LEFT : End.READER_LOST);
        } else if (!side.isLeaving()) {
            end(End.NODE_LEFT);
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
            metrics.counter(Metrics.ENDED_TOTAL, "reason=\"" + end.reason() + "\"")
                    .increment();
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

    /** Bytes the node sent and the reader has not taken. */
    synchronized int held() {
        return node == null ? 0 : node.held();
    }
}
