package io.gpuaas.controlplane.platform;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * Runs behind the system's clock while a demo installation writes its past, and like the system's clock before and
 * after. No other installation has this clock.
 */
public final class DemoClock extends Clock {

    private final Clock system;
    private volatile Duration behind = Duration.ZERO;

    DemoClock(Clock system) {
        this.system = system;
    }

    /** Goes back to where the past begins. */
    public void goBackTo(Instant beginning) {
        if (!behind.isZero()) {
            throw new IllegalStateException("the clock is in the past already");
        }
        behind = Duration.between(beginning, system.instant());
    }

    /** Goes forward, at most to the present; a moment that has passed already changes nothing. */
    public void goTo(Instant moment) {
        Duration wanted = Duration.between(moment, system.instant());
        if (wanted.compareTo(behind) < 0) {
            behind = wanted.isNegative() ? Duration.ZERO : wanted;
        }
    }

    public void returnToThePresent() {
        behind = Duration.ZERO;
    }

    /** The time outside of the past. */
    public Instant present() {
        return system.instant();
    }

    @Override
    public Instant instant() {
        return system.instant().minus(behind);
    }

    @Override
    public ZoneId getZone() {
        return system.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        // A copy would not follow when this clock moves.
        throw new UnsupportedOperationException("times are in UTC everywhere");
    }
}
