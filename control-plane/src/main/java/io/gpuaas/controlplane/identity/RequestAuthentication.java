package io.gpuaas.controlplane.identity;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * The port to whatever knows a caller by something other than a bearer token. It is asked only when a
 * request carries no Authorization header. Empty: not mine, or not valid any more.
 */
public interface RequestAuthentication {

    /** The secret a request carries, whether it is good or not; nothing is looked up. */
    Optional<String> presented(HttpServletRequest request);

    /** Refuses with a problem when the credential is good but the request is not to be trusted with it. */
    Optional<Authenticated> authenticate(HttpServletRequest request);
}
