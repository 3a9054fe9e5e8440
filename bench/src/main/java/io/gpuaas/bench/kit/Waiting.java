package io.gpuaas.bench.kit;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for a condition, never for ever. */
public final class Waiting {

    private Waiting() {}

    public static void until(String what, Duration atMost, Duration between, Callable<Boolean> holds) throws Exception {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!holds.call()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("waited " + atMost.toSeconds() + " s in vain for " + what);
            }
            Thread.sleep(between);
        }
    }
}
