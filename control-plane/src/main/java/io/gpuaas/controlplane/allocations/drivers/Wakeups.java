package io.gpuaas.controlplane.allocations.drivers;

import io.gpuaas.controlplane.allocations.Advance;
import io.gpuaas.controlplane.platform.Batcher;
import io.gpuaas.kernel.AllocationId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Advances allocations of this process at once: several in one transaction when they come together, and alone those
 * that are locked elsewhere or fail. An allocation that is woken twice before its turn is advanced once. Dropped
 * wake-ups are found by the timer.
 */
final class Wakeups implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Wakeups.class);
    private static final int WAITING_MAX = 100_000;
    private static final int LANES = 2;
    private static final int GROUP_MAX = 50;

    private final Advance advance;
    private final Semaphore turns;
    private final Set<AllocationId> waiting = ConcurrentHashMap.newKeySet();
    private final Batcher<AllocationId> groups = new Batcher<>(LANES, GROUP_MAX, this::advance);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    Wakeups(Advance advance, int concurrency) {
        this.advance = advance;
        this.turns = new Semaphore(concurrency);
    }

    void wake(AllocationId id) {
        if (waiting.size() < WAITING_MAX && waiting.add(id)) {
            groups.add(id);
        }
    }

    private void advance(List<AllocationId> group) {
        group.forEach(waiting::remove);
        List<AllocationId> left = group;
        try {
            left = advance.advanceFree(group);
        } catch (RuntimeException e) {
            log.atInfo()
                    .setCause(e)
                    .addKeyValue("allocations", group.size())
                    .log("could not advance allocations together; advancing them one by one");
        }
        left.forEach(this::advanceAlone);
    }

    private void advanceAlone(AllocationId id) {
        try {
            threads.execute(() -> takeTurn(id));
        } catch (RejectedExecutionException e) {
            log.atDebug()
                    .setCause(e)
                    .addKeyValue("allocation", id)
                    .log("left an allocation to its timer; this process stops");
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
            advance.advance(id);
        } catch (RuntimeException e) {
            log.atWarn()
                    .setCause(e)
                    .addKeyValue("allocation", id)
                    .log("could not advance an allocation; its timer will retry");
        } finally {
            turns.release();
        }
    }

    @Override
    public void close() {
        groups.close();
        threads.shutdownNow();
        threads.close();
    }
}
