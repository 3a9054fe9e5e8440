package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.offerings.Isolation;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKeys;
import org.springframework.stereotype.Component;

/** Whether the login of an allocation may become root: a policy decides. */
@Component
class Sudo {

    private final Policies policies;

    Sudo(Policies policies) {
        this.policies = policies;
    }

    boolean isFor(AllocationRecord allocation) {
        String choice = policies.effective(PolicyKeys.ALLOCATION_SUDO, allocation.tenant(), allocation.project());
        return switch (choice) {
            case "always" -> true;
            case "never" -> false;
            default -> isForgotten(allocation.wish());
        };
    }

    /** Whoever becomes root can leave something behind; only what is built anew afterwards forgets it. */
    private static boolean isForgotten(AllocationRecord.Wish wish) {
        return wish.machine().shape() == Shape.GPU_SLICE || wish.isolation() == Isolation.FULL_REIMAGE;
    }
}
