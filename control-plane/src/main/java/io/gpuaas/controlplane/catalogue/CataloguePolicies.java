package io.gpuaas.controlplane.catalogue;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys of the catalogue. */
@Component
final class CataloguePolicies implements PolicyDeclarations {

    static final PolicyKey<Long> APPS_MAX = PolicyKey.integer(
            "catalogue.apps_max",
            200,
            0,
            10_000,
            "apps",
            List.of(GLOBAL, TENANT),
            "How many apps a publisher may have.");

    static final PolicyKey<Long> VERSIONS_MAX = PolicyKey.integer(
            "catalogue.versions_max",
            20_000,
            1,
            1_000_000,
            "versions",
            List.of(GLOBAL, TENANT),
            "How many versions an app may have.");

    static final PolicyKey<Long> REVIEWS_MAX = PolicyKey.integer(
            "catalogue.reviews_max",
            20,
            1,
            1_000,
            "versions",
            List.of(GLOBAL, TENANT),
            "How many versions of a tenant may wait for a review or be in review.");

    static final PolicyKey<Duration> REVIEW_HOLD = PolicyKey.duration(
            "catalogue.review_hold",
            Duration.ofHours(24),
            Duration.ofMinutes(5),
            Duration.ofDays(30),
            List.of(GLOBAL),
            "How long a review stays with its reviewer before another reviewer can take it over.");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(APPS_MAX, VERSIONS_MAX, REVIEWS_MAX, REVIEW_HOLD);
    }
}
