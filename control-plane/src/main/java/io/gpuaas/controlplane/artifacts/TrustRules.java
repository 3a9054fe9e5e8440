package io.gpuaas.controlplane.artifacts;

import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKey;
import io.gpuaas.controlplane.trust.TrustPolicy;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The trust policies in force. A tenant's or project's value only ever tightens the one above it. */
@Component
class TrustRules {

    private final Policies policies;

    TrustRules(Policies policies) {
        this.policies = policies;
    }

    TrustPolicy trust(TenantId tenant, @Nullable ProjectId project) {
        return levels(ArtifactPolicies.TRUST, tenant, project)
                .map(text -> TrustPolicy.valueOf(text.toUpperCase(Locale.ROOT)))
                .reduce(TrustPolicy::tightenedBy)
                .orElseThrow();
    }

    /** How many keys of the publisher, of as many people, must have signed. */
    int signersRequired(TenantId tenant, @Nullable ProjectId project) {
        return levels(ArtifactPolicies.PUBLISHER_SIGNATURES_MIN, tenant, project)
                .mapToInt(Long::intValue)
                .max()
                .orElseThrow();
    }

    /** How many different keys of the platform must have signed. */
    int platformSignersRequired(TenantId tenant, @Nullable ProjectId project) {
        return levels(ArtifactPolicies.PLATFORM_SIGNATURES_MIN, tenant, project)
                .mapToInt(Long::intValue)
                .max()
                .orElseThrow();
    }

    /** Whether a key of a publisher counts only after a second person has confirmed it. */
    boolean isConfirmationNeeded(TenantId tenant) {
        return levels(ArtifactPolicies.PUBLISHER_KEY_PEOPLE_MIN, tenant, null)
                        .mapToLong(Long::longValue)
                        .max()
                        .orElseThrow()
                > 1;
    }

    private <T> Stream<T> levels(PolicyKey<T> key, TenantId tenant, @Nullable ProjectId project) {
        return Stream.of(
                policies.effective(key),
                policies.effective(key, tenant, null),
                policies.effective(key, tenant, project));
    }
}
