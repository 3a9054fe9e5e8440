package io.gpuaas.controlplane.identity.machines;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.PROJECT;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for service accounts. */
@Component
final class ServiceAccountPolicies implements PolicyDeclarations {

    static final PolicyKey<Long> SERVICE_ACCOUNTS_MAX = PolicyKey.integer(
            "identity.service_accounts_max",
            100,
            0,
            10_000,
            "service accounts",
            List.of(GLOBAL, TENANT, PROJECT),
            "How many service accounts one project may have.");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(SERVICE_ACCOUNTS_MAX);
    }
}
