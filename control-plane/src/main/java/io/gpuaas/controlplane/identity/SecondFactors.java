package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;

/** A port to the embedded issuer, which keeps second factors. Absent when people sign in elsewhere. */
public interface SecondFactors {

    /** For a person who lost them: removes all second factors and the recovery codes. Within a transaction. */
    void removeAll(PrincipalId principal);
}
