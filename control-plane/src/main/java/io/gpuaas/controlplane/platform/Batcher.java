package io.gpuaas.controlplane.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Groups items that arrive while others are being processed: a single item does not wait, and many at once cost little
 * more than one.
 */
public final class Batcher<T> implements AutoCloseable {

    private static final int CLOSE_SECONDS_MAX = 5;

    private final int lanes;
    private final int sizeMax;
    private final Consumer<List<T>> work;
    private final Queue<T> waiting = new ConcurrentLinkedQueue<>();
    private final Semaphore free;
    private volatile boolean closed;

    /**
     * At most {@code lanes} groups at a time, each of at most {@code sizeMax} items. The work handles its own errors.
     */
    public Batcher(int lanes, int sizeMax, Consumer<List<T>> work) {
        this.lanes = lanes;
        this.sizeMax = sizeMax;
        this.work = work;
        this.free = new Semaphore(lanes);
    }

    public void add(T one) {
        waiting.add(one);
        open();
    }

    private void open() {
        if (!closed && free.tryAcquire()) {
            Thread.ofVirtual().name("group").start(this::workAll);
        }
    }

    /** An item added after the last look either finds a lane or is found here. */
    private void workAll() {
        try {
            for (List<T> group = take(); !group.isEmpty(); group = take()) {
                work.accept(group);
            }
        } finally {
            free.release();
            if (!waiting.isEmpty()) {
                open();
            }
        }
    }

    private List<T> take() {
        List<T> group = new ArrayList<>();
        while (group.size() < sizeMax && !closed) {
            T next = waiting.poll();
            if (next == null) {
                break;
            }
            group.add(next);
        }
        return group;
    }

    /** Drops waiting items and waits for those being processed. */
    @Override
    public void close() {
        closed = true;
        try {
            if (free.tryAcquire(lanes, CLOSE_SECONDS_MAX, TimeUnit.SECONDS)) {
                free.release(lanes);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
