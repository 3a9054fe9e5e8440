package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;

/** A port to domains that keep what a signed-in person goes on using: logins, refresh tokens, sessions. */
public interface AccessHolder {

    /** Within the transaction that ends the access. */
    void endAll(PrincipalId principal);
}
