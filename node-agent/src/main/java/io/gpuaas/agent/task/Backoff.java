package io.gpuaas.agent.task;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Waits longer after each failure, by chance within half a step, so that a fleet does not return all at once. */
public final class Backoff {

    private final Limits limits;
    private int failures;

    public Backoff(Limits limits) {
        this.limits = limits;
    }

    public void succeeded() {
        failures = 0;
    }

    public void await() throws InterruptedException {
        Thread.sleep(next());
    }

    Duration next() {
        long step = limits.first().toMillis() << Math.min(failures, 16);
        failures++;
        long capped = Math.min(step, limits.most().toMillis());
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(capped / 2, capped + 1));
    }

    public record Limits(Duration first, Duration most) {

        public static final Limits DEFAULT = new Limits(Duration.ofSeconds(1), Duration.ofSeconds(60));
    }
}
