package io.gpuaas.controlplane.events;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;

/** Wakes every reader of the embedded bus in this process when something was published here. */
@Component
class BusSignal {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private long arrivals;

    void wake() {
        lock.lock();
        try {
            arrivals++;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns early when woken; being woken for nothing only costs a look. */
    void await(Duration atMost) {
        lock.lock();
        try {
            long seen = arrivals;
            long left = atMost.toNanos();
            while (arrivals == seen && left > 0) {
                left = arrived.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
