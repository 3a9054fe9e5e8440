package io.gpuaas.controlplane.limits;

import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Lets buckets read the injected clock. */
record ClockMeter(Clock clock) implements TimeMeter {

    @Override
    public long currentTimeNanos() {
        Instant now = clock.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    @Override
    public boolean isWallClockBased() {
        return true;
    }
}
