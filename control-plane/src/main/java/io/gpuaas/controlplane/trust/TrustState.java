package io.gpuaas.controlplane.trust;

/** The result of the last verification of an artifact. */
public enum TrustState {
    UNVERIFIED,
    VERIFIED,
    FAILED_VERIFICATION,
    REVOKED;

    /** Returns whether an artifact may move to a state. Leaving REVOKED needs two people, which is not a move. */
    public boolean mayMoveTo(TrustState next) {
        return switch (this) {
            case UNVERIFIED -> next == VERIFIED || next == FAILED_VERIFICATION || next == REVOKED;
            case VERIFIED -> next == UNVERIFIED || next == REVOKED;
            case FAILED_VERIFICATION -> next == VERIFIED || next == REVOKED;
            case REVOKED -> false;
        };
    }
}
