package io.gpuaas.controlplane.identity;

import java.util.Optional;

/** The port to whatever knows a bearer token. Empty: not mine, or not valid any more. */
public interface TokenVerifier {

    Optional<Authenticated> verify(String token);

    /** Whether rejecting a forged token takes a database query; a signature needs none. */
    boolean looksUp(String token);
}
