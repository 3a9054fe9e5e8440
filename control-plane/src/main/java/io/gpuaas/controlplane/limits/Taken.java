package io.gpuaas.controlplane.limits;

import java.time.Duration;

/**
 * Whether there was a token.
 *
 * @param left about how many there are still
 * @param retryAfter until the next one, when there was none
 * @param full until all are there again
 */
public record Taken(boolean admitted, long left, Duration retryAfter, Duration full) {

    static Taken admitted(long left, Limit limit) {
        return new Taken(true, left, Duration.ZERO, limit.timeFor((double) Math.max(0, limit.tokens() - left)));
    }

    static Taken refused(Duration retryAfter, Limit limit) {
        return new Taken(false, 0, retryAfter, limit.timeFor((double) limit.tokens()));
    }
}
