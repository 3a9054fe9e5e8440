package io.gpuaas.controlplane.inventory;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for placement and leases. */
@Component
final class InventoryPolicies implements PolicyDeclarations {

    static final PolicyKey<String> PLACEMENT_STRATEGY = PolicyKey.choice(
            "placement.strategy",
            List.of("best_fit", "spread", "pack"),
            List.of(GLOBAL, TENANT),
            "Which host a request is placed on when several fit. best_fit: keeps whole hosts, groups of four GPUs and"
                    + " pairs free. pack: the fullest host. spread: the emptiest host.");

    static final PolicyKey<Duration> LEASE_RETENTION = PolicyKey.duration(
            "inventory.lease_retention",
            Duration.ofDays(400),
            Duration.ofDays(1),
            Duration.ofDays(3650),
            List.of(GLOBAL),
            "How long the history of a GPU's holders is kept after each release.");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(PLACEMENT_STRATEGY, LEASE_RETENTION);
    }
}
