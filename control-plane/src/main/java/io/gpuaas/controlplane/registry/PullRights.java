package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.TokenVerifier;
import io.gpuaas.controlplane.registry.RegistryGrants.Grant;
import io.gpuaas.controlplane.registry.RegistryGrants.Issued;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Lets holders of personal access tokens and of service accounts' tokens pull what their tenants own. Their rights
 * decide; what a client asks for in {@code scope} is not read.
 */
@Component
class PullRights {

    /** A grant outlives the token it was given for by at most this time. */
    static final Duration GRANT_LIFETIME = Duration.ofMinutes(5);

    private static final String PERMISSION = "artifacts.read";
    private static final int TENANTS_MAX = 100;

    private final List<TokenVerifier> verifiers;
    private final Access access;
    private final RegistryGrants grants;
    private final Clock clock;

    PullRights(List<TokenVerifier> verifiers, Access access, RegistryGrants grants, Clock clock) {
        this.verifiers = verifiers;
        this.access = access;
        this.grants = grants;
        this.clock = clock;
    }

    /** The rights of a token, for one request. */
    Optional<Grant> find(String token) {
        return verify(token)
                .flatMap(who -> tenants(who)
                        .map(tenants -> new Grant(
                                tenants.iterator().next(),
                                who.caller(),
                                clock.instant().plus(GRANT_LIFETIME),
                                Map.of(),
                                tenants)));
    }

    /** A short-lived grant in exchange for a token. */
    Optional<Issued> exchange(String token) {
        return verify(token)
                .flatMap(who -> tenants(who)
                        .map(tenants -> grants.issueForReading(
                                who.caller(), tenants, clock.instant().plus(GRANT_LIFETIME))));
    }

    private Optional<Authenticated> verify(String token) {
        return verifiers.stream()
                .map(verifier -> verifier.verify(token))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Set<TenantId>> tenants(Authenticated who) {
        return Optional.of(access.tenantsWhere(who, PERMISSION))
                .filter(tenants -> !tenants.isEmpty() && tenants.size() <= TENANTS_MAX);
    }
}
