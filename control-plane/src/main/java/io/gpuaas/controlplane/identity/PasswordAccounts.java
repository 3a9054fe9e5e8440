package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;
import java.util.Collection;
import java.util.Map;

/** A port to the embedded issuer, which keeps passwords. Absent when people sign in elsewhere. */
public interface PasswordAccounts {

    /** Lets the principal sign in under this name and gives the generated password, shown once. */
    String open(PrincipalId principal, String username);

    /** Lets the principal sign in under this name with a password of its own. */
    void open(PrincipalId principal, String username, String password);

    /** Refused when the current password is not right; attempts are counted. */
    void change(PrincipalId principal, String current, String next);

    /** A generated password in place of the one so far, shown once. */
    String reset(PrincipalId principal);

    /** The usernames of those principals that have one. */
    Map<PrincipalId, String> usernames(Collection<PrincipalId> principals);
}
