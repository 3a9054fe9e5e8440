package io.gpuaas.controlplane.registry;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys of the registry. */
@Component
final class RegistryPolicies implements PolicyDeclarations {

    static final PolicyKey<Long> TENANT_BYTES_MAX = PolicyKey.integer(
            "registry.tenant_bytes_max",
            1L << 40,
            0,
            1L << 60,
            "bytes",
            List.of(GLOBAL, TENANT),
            "How much a tenant may keep in the registry, including uploads in progress. A blob counts once per repository.");

    static final PolicyKey<Long> REQUESTS_PER_MINUTE = PolicyKey.integer(
            "registry.requests_per_minute",
            12_000,
            60,
            1_000_000,
            "requests",
            List.of(GLOBAL, TENANT),
            "How many requests per minute a tenant's OCI clients may send to the registry.");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(TENANT_BYTES_MAX, REQUESTS_PER_MINUTE);
    }
}
