package io.gpuaas.controlplane.sessions;

import io.gpuaas.controlplane.platform.Digests;
import java.util.Base64;

/** Derives values from secrets that do not reveal them. */
final class Derived {

    private Derived() {}

    /** The PKCE challenge of a verifier (RFC 7636, S256). */
    static String challenge(String verifier) {
        return digest(verifier);
    }

    /** From the session's secret, so that it need not be stored. */
    static String csrfToken(String session) {
        return digest("csrf-token of " + session);
    }

    private static String digest(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Digests.sha256(text));
    }
}
