package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;

/** The port to whoever keeps second factors. There is none when people sign in elsewhere. */
public interface SecondFactors {

    /** For somebody who lost theirs: removes all of them and the recovery codes. Within a transaction. */
    void removeAll(PrincipalId principal);
}
