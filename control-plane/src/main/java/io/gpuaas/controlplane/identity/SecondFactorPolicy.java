package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.policy.Policies;
import org.springframework.stereotype.Component;

/** Decides of whom a second factor is demanded. A sign-in without one counts for nothing then, old or new. */
@Component
public class SecondFactorPolicy {

    private final Policies policies;

    SecondFactorPolicy(Policies policies) {
        this.policies = policies;
    }

    public boolean demandedOf(Authenticated who) {
        return switch (policies.effective(IdentityPolicies.SECOND_FACTOR)) {
            case "everybody" -> true;
            case "platform_roles" ->
                who.bindings().stream().anyMatch(binding -> binding.role().isOnPlatform());
            default -> false;
        };
    }
}
