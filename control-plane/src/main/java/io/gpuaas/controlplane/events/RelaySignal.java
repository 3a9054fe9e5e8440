package io.gpuaas.controlplane.events;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** Wakes the relay of this process when something was committed, so that it need not poll fast. */
@Component
class RelaySignal {

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
