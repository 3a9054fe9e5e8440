package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.offerings.Isolation;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.controlplane.policy.Policies;
import org.springframework.stereotype.Component;

/** Whether the login of an allocation may become root: a policy decides. */
@Component
class SudoPolicy {

    private final Policies policies;
    private final Rebuilds rebuilds;

    SudoPolicy(Policies policies, Rebuilds rebuilds) {
        this.policies = policies;
        this.rebuilds = rebuilds;
    }

    boolean isFor(AllocationRecord allocation) {
        String choice = policies.effective(AllocationPolicies.SUDO, allocation.tenant(), allocation.project());
        return switch (choice) {
            case "always" -> true;
            case "never" -> false;
            default -> isForgotten(allocation.wish());
        };
    }

    /**
     * Root can leave something behind that only a rebuild removes. A host that erases itself does not count as rebuilt:
     * it acts under the certificate that root could copy.
     */
    private boolean isForgotten(AllocationRecord.Wish wish) {
        return wish.bought().machine().shape() == Shape.GPU_SLICE
                || (wish.bought().isolation() == Isolation.FULL_REIMAGE && rebuilds.areDrivenHere());
    }
}
