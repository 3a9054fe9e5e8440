package io.gpuaas.controlplane.trust;

/** The policy {@code apps.trust}, strictest first. */
public enum TrustPolicy {
    /** Only verified artifacts run. */
    STRICT,
    /** Unverified artifacts run with a warning. */
    PERMISSIVE,
    /** As PERMISSIVE, for installations that introduce signatures: each launch without one is recorded. */
    AUDIT;

    /** Returns the policy in force below this one: a narrower scope may only tighten. */
    public TrustPolicy tightenedBy(TrustPolicy narrower) {
        return narrower.compareTo(this) < 0 ? narrower : this;
    }
}
