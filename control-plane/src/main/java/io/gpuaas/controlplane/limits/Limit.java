package io.gpuaas.controlplane.limits;

import java.time.Duration;

/** A number of tokens at once, refilled evenly once per window. */
public record Limit(long tokens, Duration window) {

    public Limit {
        if (tokens < 1 || window.toMillis() < 1) {
            throw new IllegalArgumentException("a limit has at least one token and a window");
        }
    }

    public static Limit perMinute(long tokens) {
        return new Limit(tokens, Duration.ofMinutes(1));
    }

    /** Never more than this many in any minute, wherever it begins: half at once and half over the minute. */
    public static Limit inAnyMinute(long tokens) {
        return perMinute(Math.max(1, tokens / 2));
    }

    double perSecond() {
        return tokens * 1_000.0 / window.toMillis();
    }

    /** Until so many tokens have come. */
    Duration timeFor(double missing) {
        return Duration.ofMillis((long) Math.ceil(missing * window.toMillis() / tokens));
    }
}
