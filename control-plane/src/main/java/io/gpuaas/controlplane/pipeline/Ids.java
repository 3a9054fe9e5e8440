package io.gpuaas.controlplane.pipeline;

import io.gpuaas.controlplane.platform.ProblemException;
import java.util.UUID;

/** Ids as strangers send them. */
final class Ids {

    private static final int UUID_CHARACTERS = 36;

    private Ids() {}

    /** {@link UUID#fromString} alone takes shortened forms; the contract does not. */
    static UUID parse(String name, String text) {
        try {
            if (text.length() == UUID_CHARACTERS) {
                return UUID.fromString(text);
            }
        } catch (IllegalArgumentException e) {
            throw ProblemException.invalid(name, "is not a UUID");
        }
        throw ProblemException.invalid(name, "is not a UUID");
    }
}
