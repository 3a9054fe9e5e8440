package io.gpuaas.controlplane.trust;

import io.gpuaas.controlplane.trust.Verification.Reason;

/** Ends the verification of one signature. */
final class RejectedException extends Exception {

    private static final long serialVersionUID = 1;

    private final Reason reason;

    RejectedException(Reason reason) {
        super(reason.name());
        this.reason = reason;
    }

    RejectedException(Reason reason, Exception cause) {
        super(reason.name(), cause);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }

    static void unless(boolean holds, Reason reason) throws RejectedException {
        if (!holds) {
            throw new RejectedException(reason);
        }
    }
}
