package io.gpuaas.agent.wire;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The server's time, carried on by the host's steady clock: a wrong or jumping wall clock does not matter. */
public final class ServerClock {

    private final Clock wall;
    private volatile @Nullable Reading last;

    public ServerClock(Clock wall) {
        this.wall = wall;
    }

    public void heard(Instant serverTime) {
        last = new Reading(serverTime, System.nanoTime(), wall.instant());
    }

    /** Empty until the server was heard. */
    public Optional<Instant> now() {
        Reading reading = last;
        return reading == null
                ? Optional.empty()
                : Optional.of(reading.serverTime.plusNanos(System.nanoTime() - reading.nanos));
    }

    public Instant nowOrLocal() {
        return now().orElseGet(wall::instant);
    }

    /** The host's wall clock, right or wrong: reported to the server, never used for decisions. */
    public Instant local() {
        return wall.instant();
    }

    /** How far the host's wall clock was off when the server was last heard. */
    public Duration skew() {
        Reading reading = last;
        return reading == null ? Duration.ZERO : Duration.between(reading.serverTime, reading.wall);
    }

    private record Reading(Instant serverTime, long nanos, Instant wall) {}
}
