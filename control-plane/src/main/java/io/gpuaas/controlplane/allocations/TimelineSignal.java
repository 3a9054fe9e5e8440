package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.events.EventListener;
import io.gpuaas.events.AllocationChanged;
import io.gpuaas.events.AllocationChargingChanged;
import io.gpuaas.events.AllocationDegraded;
import io.gpuaas.events.AllocationMoved;
import io.gpuaas.events.AllocationProgressed;
import io.gpuaas.events.AllocationRecovered;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Signals that timelines grew: at once for writes of this process, by event for those of others. */
@Component
class TimelineSignal implements EventListener {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition written = lock.newCondition();
    private long writes;

    void afterCommit() {
        if (TransactionSynchronizationManager.getSynchronizations().stream().noneMatch(Ring.class::isInstance)) {
            TransactionSynchronizationManager.registerSynchronization(new Ring(this));
        }
    }

    private record Ring(TimelineSignal signal) implements TransactionSynchronization {
        @Override
        public void afterCommit() {
            signal.ring();
        }
    }

    void ring() {
        lock.lock();
        try {
            writes++;
            written.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns when something was written since the count was so high, or when the time is over. */
    long await(long seen, Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (writes == seen && left > 0) {
                left = written.awaitNanos(Math.min(left, TimeUnit.HOURS.toNanos(1)));
            }
            return writes;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Set<String> types() {
        return Set.of(
                AllocationMoved.TYPE,
                AllocationProgressed.TYPE,
                AllocationDegraded.TYPE,
                AllocationChargingChanged.TYPE,
                AllocationRecovered.TYPE,
                AllocationChanged.TYPE);
    }

    @Override
    public void hear(EventConsumer.Received event) {
        ring();
    }
}
