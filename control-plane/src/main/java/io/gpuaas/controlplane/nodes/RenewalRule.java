package io.gpuaas.controlplane.nodes;

import java.time.Duration;
import java.time.Instant;

/**
 * Decides when a machine may have its next certificate: in the second half of the current one's life, and few per hour.
 * A stolen certificate then cannot be replaced at once, nor used to have the authority sign without limit.
 */
public final class RenewalRule {

    /** Machines ask once a day, and again when an answer was lost. */
    static final int RENEWALS_MAX = 10;

    private static final Duration RENEWALS_WITHIN = Duration.ofHours(1);

    private RenewalRule() {}

    /** The life of a certificate, from when it was issued. */
    public record Life(Instant issuedAt, Instant notAfter) {

        Instant half() {
            return issuedAt.plus(Duration.between(issuedAt, notAfter).dividedBy(2));
        }
    }

    public static void requireOld(Life life, Instant now) {
        if (now.isBefore(life.half())) {
            throw NodeErrors.renewedEarly(life.half());
        }
    }

    /** Certificates that were issued since then count. */
    public static Instant countedSince(Instant now) {
        return now.minus(RENEWALS_WITHIN);
    }

    public static void requireFew(int issued) {
        if (issued >= RENEWALS_MAX) {
            throw NodeErrors.renewedTooOften();
        }
    }
}
