package io.gpuaas.controlplane.identity;

import java.util.Optional;

/** The port to whatever knows a bearer token. Empty: not mine, or not valid any more. */
public interface TokenVerifier {

    Optional<Authenticated> verify(String token);

    /** Whether telling that this token is made up takes a look at the database; a signature tells without. */
    boolean looksUp(String token);
}
