package io.gpuaas.controlplane.entitlements;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for entitlements. */
@Component
final class EntitlementPolicies implements PolicyDeclarations {

    static final String GRANTED = "granted";

    static final PolicyKey<String> PUBLIC_APPS = PolicyKey.choice(
                    "entitlements.public_apps",
                    List.of(GRANTED, "withheld"),
                    List.of(GLOBAL, TENANT),
                    "Whether a tenant may use public apps for which it has no entitlement of its own.")
            .wideningRights();

    static final PolicyKey<Long> APPS_MAX = PolicyKey.integer(
            "entitlements.apps_max",
            1_000,
            1,
            10_000,
            "apps",
            List.of(GLOBAL, TENANT),
            "How many apps may be enabled for a project, or granted to a tenant one by one.");

    static final PolicyKey<Long> OPEN_REQUESTS_MAX = PolicyKey.integer(
            "entitlements.open_requests_max",
            50,
            1,
            1_000,
            "requests",
            List.of(GLOBAL, TENANT),
            "How many requests for apps of a project may be open.");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(PUBLIC_APPS, APPS_MAX, OPEN_REQUESTS_MAX);
    }
}
