package io.gpuaas.controlplane.allocations;

import io.gpuaas.kernel.AllocationId;

/** The login of an allocation on its node. */
final class LoginNames {

    private LoginNames() {}

    /**
     * The whole id without dashes in base 36 fits a Linux name with a letter before it: no two allocations share one,
     * and it is the same whenever it is asked for.
     */
    static String of(AllocationId id) {
        String hex = id.value().toString().replace("-", "");
        return "a" + new java.math.BigInteger(hex, 16).toString(36);
    }
}
