package io.gpuaas.controlplane.trust;

import java.util.EnumSet;
import java.util.Set;

/** Whether an artifact may run. It is taken at planning, and again in the transaction that writes the task. */
public sealed interface LaunchDecision {

    record Allowed(Set<Warning> warnings) implements LaunchDecision {}

    record Refused(Reason reason) implements LaunchDecision {}

    enum Warning {
        DEPRECATED,
        UNVERIFIED,
        RECORD_UNVERIFIED
    }

    enum Reason {
        REVOKED,
        FAILED_VERIFICATION,
        NOT_VERIFIED,
        NOT_PROMOTED,
        RETIRED,
        /** No artifact with this digest is visible to the project; {@link #decide} never returns it. */
        UNKNOWN,
        /** An operator withholds the digest for the time being; {@link #decide} never returns it. */
        QUARANTINED
    }

    /** The tenant that launches: the publisher's own or another one. */
    enum Scope {
        OWN_TENANT,
        OTHER_TENANT
    }

    /** The kind of launch: a new deployment, or the restart of a revision that has run. */
    enum Launch {
        NEW,
        RESTART
    }

    static LaunchDecision decide(
            TrustState trust, PromotionState promotion, Scope scope, TrustPolicy policy, Launch launch) {
        EnumSet<Warning> warnings = EnumSet.noneOf(Warning.class);
        switch (trust) {
            case REVOKED -> {
                return new Refused(Reason.REVOKED);
            }
            case FAILED_VERIFICATION -> {
                return new Refused(Reason.FAILED_VERIFICATION);
            }
            case UNVERIFIED -> {
                if (policy == TrustPolicy.STRICT) {
                    return new Refused(Reason.NOT_VERIFIED);
                }
                warnings.add(policy == TrustPolicy.AUDIT ? Warning.RECORD_UNVERIFIED : Warning.UNVERIFIED);
            }
            case VERIFIED -> {}
        }
        switch (promotion) {
            case PUBLISHED -> {
                if (scope == Scope.OTHER_TENANT) {
                    return new Refused(Reason.NOT_PROMOTED);
                }
            }
            case DEPRECATED -> warnings.add(Warning.DEPRECATED);
            case RETIRED -> {
                if (launch == Launch.NEW || trust != TrustState.VERIFIED) {
                    return new Refused(Reason.RETIRED);
                }
            }
            case PROMOTED -> {}
        }
        return new Allowed(Set.copyOf(warnings));
    }
}
