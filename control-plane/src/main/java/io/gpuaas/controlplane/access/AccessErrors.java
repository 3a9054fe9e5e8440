package io.gpuaas.controlplane.access;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;

final class AccessErrors {

    private AccessErrors() {}

    /** The reason never holds any of the text that was sent. */
    static ProblemException keyRefused(String reason) {
        return ProblemException.of(ErrorCode.SSH_KEY_REFUSED, reason);
    }

    static ProblemException privateKey() {
        return ProblemException.of(
                ErrorCode.SSH_KEY_PRIVATE,
                "This is a private key. It was not kept, but it must not be used any more: "
                        + "make a new pair with ssh-keygen, and send the line of the file that ends in .pub.");
    }

    static ProblemException takenByCaller(String name) {
        return ProblemException.of(
                ErrorCode.SSH_KEY_TAKEN, "You have this key already, under the name '" + name + "'.");
    }

    static ProblemException taken() {
        return ProblemException.of(
                ErrorCode.SSH_KEY_TAKEN,
                "This key is in use already. A key identifies one person: make one of your own with ssh-keygen.");
    }

    static ProblemException limitReached(long max) {
        return ProblemException.of(ErrorCode.SSH_KEY_LIMIT_REACHED, "A user has at most " + max + " SSH keys.");
    }

    static ProblemException nameInvalid(String fault) {
        return ProblemException.invalid("/name", fault);
    }
}
