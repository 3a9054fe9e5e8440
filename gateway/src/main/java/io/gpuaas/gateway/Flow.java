package io.gpuaas.gateway;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts one direction of a stream. */
final class Flow {

    /** More than this at once is pasted, not typed. */
    private static final int KEY_BYTES_MAX = 64;

    private final LongAdder bytes;
    private final LongAdder frames;
    private final LongAdder stalls;
    private final Echo echo;
    private final boolean toNode;

    /** The time of a key that nothing has come back for yet; 0 when there is none. */
    record Echo(Histogram histogram, AtomicLong keyNanos) {}

    private Flow(Metrics metrics, String role, boolean toNode, Echo echo) {
        String labels = "role=\"" + role + "\",to=\"" + (toNode ? "node" : "reader") + "\"";
        this.bytes = metrics.counter(Metrics.BYTES_TOTAL, labels);
        this.frames = metrics.counter(Metrics.FRAMES_TOTAL, labels);
        this.stalls = metrics.counter(Metrics.STALLS_TOTAL, labels);
        this.toNode = toNode;
        this.echo = echo;
    }

    static Flow toNode(Metrics metrics, String role, Echo echo) {
        return new Flow(metrics, role, true, echo);
    }

    static Flow toReader(Metrics metrics, String role, Echo echo) {
        return new Flow(metrics, role, false, echo);
    }

    void carried(boolean isBinary, int count) {
        frames.increment();
        bytes.add(count);
        if (!isBinary) {
            return;
        }
        if (toNode && count <= KEY_BYTES_MAX) {
            echo.keyNanos().compareAndSet(0, System.nanoTime());
        } else if (!toNode) {
            long key = echo.keyNanos().getAndSet(0);
            if (key != 0) {
                echo.histogram().record(System.nanoTime() - key);
            }
        }
    }

    void stalled() {
        stalls.increment();
    }
}
