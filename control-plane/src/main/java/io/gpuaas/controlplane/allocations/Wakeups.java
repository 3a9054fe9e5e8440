package io.gpuaas.controlplane.allocations;

import io.gpuaas.kernel.AllocationId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Advances allocations of this process at once, a bounded number at a time. One that is asked for again before its turn
 * has its turn once. Whatever is dropped here is found by the timer.
 */
final class Wakeups implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Wakeups.class);
    private static final int WAITING_MAX = 100_000;

    private final Advance advance;
    private final Semaphore turns;
    private final Set<AllocationId> waiting = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    Wakeups(Advance advance, int concurrency) {
        this.advance = advance;
        this.turns = new Semaphore(concurrency);
    }

    void wake(AllocationId id) {
        if (waiting.size() >= WAITING_MAX || !waiting.add(id)) {
            return;
        }
        try {
            threads.execute(() -> takeTurn(id));
        } catch (RejectedExecutionException e) {
            log.debug("allocation {} is left to the timer: this process stops", id, e);
        }
    }

    private void takeTurn(AllocationId id) {
        try {
            turns.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            waiting.remove(id);
            advance.advance(id);
        } catch (RuntimeException e) {
            log.warn("allocation {} could not be advanced; the timer tries again", id, e);
        } finally {
            turns.release();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
