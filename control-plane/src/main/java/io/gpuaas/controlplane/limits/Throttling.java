package io.gpuaas.controlplane.limits;

import java.time.Duration;

/** After some free attempts each further one makes the next wait twice as long. */
public record Throttling(int free) {

    static final Duration WAIT_MAX = Duration.ofMinutes(5);
    static final Duration FORGET_AFTER = Duration.ofMinutes(30);
    private static final int DOUBLINGS_MAX = 20;

    /** How long the attempt after this one has to wait. */
    public Duration pause(int count) {
        if (count < free) {
            return Duration.ZERO;
        }
        Duration pause = Duration.ofSeconds(1L << Math.min(count - free, DOUBLINGS_MAX));
        return pause.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : pause;
    }
}
