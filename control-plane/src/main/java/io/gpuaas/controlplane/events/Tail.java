package io.gpuaas.controlplane.events;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repeats a pass: at once while there is more, when woken, and at growing intervals otherwise. */
final class Tail implements EventBus.Subscription {

    private static final Logger log = LoggerFactory.getLogger(Tail.class);
    private static final Duration IDLE_WAIT_MIN = Duration.ofMillis(40);
    private static final Duration FAILURE_WAIT = Duration.ofMillis(500);

    private final String name;
    private final Callable<Boolean> pass;
    private final Signal signal;
    private final Duration idleWaitMax;
    private final Thread thread;
    private volatile boolean open = true;

    /** @param pass true when there was more than it could take at once */
    Tail(String name, Signal signal, Duration idleWaitMax, Callable<Boolean> pass) {
        this.name = name;
        this.pass = pass;
        this.signal = signal;
        this.idleWaitMax = idleWaitMax;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    Tail start() {
        thread.start();
        return this;
    }

    private void run() {
        Duration wait = IDLE_WAIT_MIN;
        while (open) {
            try {
                if (pass.call()) {
                    wait = IDLE_WAIT_MIN;
                } else {
                    signal.await(wait);
                    wait = wait.multipliedBy(2).compareTo(idleWaitMax) < 0 ? wait.multipliedBy(2) : idleWaitMax;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (Exception e) {
                if (open) {
                    log.atWarn().setCause(e).addKeyValue("reader", name).log("could not read the event bus; retrying");
                    pause();
                }
            }
        }
    }

    /** Not cut short by arrivals: what failed would only fail faster. */
    private void pause() {
        try {
            Thread.sleep(FAILURE_WAIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            open = false;
        }
    }

    @Override
    public void close() {
        open = false;
        signal.wake();
        try {
            thread.join(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
