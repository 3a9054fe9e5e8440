package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;

final class IdentityErrors {

    private IdentityErrors() {}

    static ProblemException slugTaken(String slug) {
        return ProblemException.of(ErrorCode.SLUG_TAKEN, "The slug '" + slug + "' is taken.");
    }
}
