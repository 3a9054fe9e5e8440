package io.gpuaas.controlplane.platform;

import io.gpuaas.kernel.PrincipalId;

/** Reports when a caller's access ends or shrinks. */
public interface AccessWatch {

    /** Runs the work each time, until the result is closed. */
    AutoCloseable onRevoked(PrincipalId principal, Runnable work);
}
