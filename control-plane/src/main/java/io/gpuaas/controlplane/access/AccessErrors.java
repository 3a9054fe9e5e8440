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
                "This is a private key. It was not stored, but you must stop using it: "
                        + "generate a new key pair with ssh-keygen and send the content of the .pub file.");
    }

    static ProblemException takenByCaller(String name) {
        return ProblemException.of(
                ErrorCode.SSH_KEY_TAKEN, "You already have this key, under the name '" + name + "'.");
    }

    static ProblemException taken() {
        return ProblemException.of(
                ErrorCode.SSH_KEY_TAKEN,
                "This key is already in use. A key identifies one person. Generate your own with ssh-keygen.");
    }

    static ProblemException limitReached(long max) {
        return ProblemException.of(
                ErrorCode.SSH_KEY_LIMIT_REACHED,
                "A user can have at most " + max + " SSH keys. Remove one you no longer use.");
    }

    static ProblemException nameInvalid(String fault) {
        return ProblemException.invalid("/name", fault);
    }
}
