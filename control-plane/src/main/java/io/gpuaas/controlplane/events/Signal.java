package io.gpuaas.controlplane.events;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one loop of this process, so that it need not poll fast. A call while it works is not lost. */
class Signal {

    private final Semaphore permits = new Semaphore(0);

    void wake() {
        if (permits.availablePermits() == 0) {
            permits.release();
        }
    }

    void await(Duration atMost) throws InterruptedException {
        if (permits.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            permits.drainPermits();
        }
    }
}
