package io.gpuaas.controlplane.billing;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Use is charged by the second. A second that was not had whole is not charged. */
final class WholeSeconds {

    private WholeSeconds() {}

    static Instant atOrAfter(Instant at) {
        Instant second = at.truncatedTo(ChronoUnit.SECONDS);
        return second.equals(at) ? second : second.plusSeconds(1);
    }

    static Instant atOrBefore(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS);
    }
}
