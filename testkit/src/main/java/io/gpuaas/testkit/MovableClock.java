package io.gpuaas.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that tests move, so that no test waits for time to pass. It ticks in microseconds, as the product's does. */
public final class MovableClock extends Clock {

    private final InstantSource source;
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    private MovableClock(InstantSource source) {
        this.source = source;
    }

    /** Runs like the system's clock. */
    public static MovableClock running() {
        return new MovableClock(InstantSource.system());
    }

    /** Stands still between two moves. */
    public static MovableClock stoppedAt(Instant instant) {
        return new MovableClock(InstantSource.fixed(instant));
    }

    public void forward(Duration by) {
        ahead.updateAndGet(before -> before.plus(by));
    }

    public void set(Instant instant) {
        ahead.set(Duration.between(source.instant(), instant));
    }

    /** Sets the difference to the clock's start or to the system's clock; negative when it is behind. */
    public void setAhead(Duration difference) {
        ahead.set(difference);
    }

    @Override
    public Instant instant() {
        return source.instant().plus(ahead.get()).truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
