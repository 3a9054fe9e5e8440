package io.gpuaas.controlplane.artifacts;

import io.gpuaas.controlplane.artifacts.TrustStore.Standing;
import io.gpuaas.controlplane.entitlements.EntitledArtifacts;
import io.gpuaas.controlplane.entitlements.EntitledArtifacts.EntitledProject;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.registry.ContentDigest;
import io.gpuaas.controlplane.registry.RepositoryName;
import io.gpuaas.controlplane.registry.SharedManifests;
import io.gpuaas.controlplane.trust.LaunchDecision;
import io.gpuaas.controlplane.trust.LaunchDecision.Launch;
import io.gpuaas.controlplane.trust.LaunchDecision.Scope;
import io.gpuaas.controlplane.trust.TrustPolicy;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.TenantId;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Opens artifacts of other publishers for pulls: those of versions that the caller may deploy in one of its projects, if
 * that project may also launch them. Both are decided for each request.
 */
@Component
class EntitledPulls implements SharedManifests {

    private final EntitledArtifacts entitled;
    private final TrustStore store;
    private final WithheldDigests withheld;
    private final SignerCounts signers;
    private final TrustRules rules;

    EntitledPulls(
            EntitledArtifacts entitled,
            TrustStore store,
            WithheldDigests withheld,
            SignerCounts signers,
            TrustRules rules) {
        this.entitled = entitled;
        this.store = store;
        this.withheld = withheld;
        this.signers = signers;
        this.rules = rules;
    }

    @Override
    public boolean mayShare(Collection<TenantId> tenants, RepositoryName repository) {
        return entitled.isEnabledAnywhere(tenants, repository.value());
    }

    @Override
    public boolean isAnyOpen(
            Caller caller,
            Collection<TenantId> tenants,
            RepositoryName repository,
            Collection<ContentDigest> manifests) {
        if (caller.kind() != Caller.Kind.USER && caller.kind() != Caller.Kind.SERVICE_ACCOUNT) {
            return false;
        }
        Set<ContentDigest> hidden = withheld.among(manifests);
        List<String> digests = manifests.stream()
                .filter(digest -> !hidden.contains(digest))
                .map(ContentDigest::toString)
                .toList();
        List<Standing> offered = store.listOffered(repository.value(), digests);
        return !offered.isEmpty()
                && entitled.projects(
                                PrincipalId.parse(caller.id()),
                                tenants,
                                repository.value(),
                                offered.stream().map(Standing::id).collect(Collectors.toSet()))
                        .anyMatch(project -> mayLaunchAny(project, offered));
    }

    private boolean mayLaunchAny(EntitledProject project, List<Standing> offered) {
        TrustPolicy policy = rules.trust(project.tenant(), project.project());
        return offered.stream()
                .filter(artifact -> project.artifacts().contains(artifact.id()))
                .anyMatch(artifact -> LaunchDecision.decide(
                                signers.trust(artifact, project.tenant(), project.project(), false),
                                artifact.promotion(),
                                Scope.OTHER_TENANT,
                                policy,
                                Launch.NEW)
                        instanceof LaunchDecision.Allowed);
    }
}
