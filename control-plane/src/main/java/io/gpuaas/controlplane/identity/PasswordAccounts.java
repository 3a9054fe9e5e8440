package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;

/** The port to whoever keeps passwords. There is none when people sign in elsewhere. */
public interface PasswordAccounts {

    /** Lets the principal sign in under this name and gives the generated password, shown once. */
    String open(PrincipalId principal, String username);
}
