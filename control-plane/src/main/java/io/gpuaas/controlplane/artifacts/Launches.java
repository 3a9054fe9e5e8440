package io.gpuaas.controlplane.artifacts;

import io.gpuaas.controlplane.artifacts.TrustStore.Standing;
import io.gpuaas.controlplane.artifacts.WithheldDigests.Withheld;
import io.gpuaas.controlplane.trust.LaunchDecision;
import io.gpuaas.controlplane.trust.LaunchDecision.Allowed;
import io.gpuaas.controlplane.trust.LaunchDecision.Launch;
import io.gpuaas.controlplane.trust.LaunchDecision.Reason;
import io.gpuaas.controlplane.trust.LaunchDecision.Refused;
import io.gpuaas.controlplane.trust.LaunchDecision.Scope;
import io.gpuaas.controlplane.trust.TrustPolicy;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Decides whether a project may launch a digest: of an artifact, or of a platform's manifest in one. */
@Component
public class Launches {

    private final TrustStore store;
    private final WithheldDigests withheld;
    private final SignerCounts signers;
    private final TrustRules rules;

    Launches(TrustStore store, WithheldDigests withheld, SignerCounts signers, TrustRules rules) {
        this.store = store;
        this.withheld = withheld;
        this.signers = signers;
        this.rules = rules;
    }

    /** A decision, the artifact it rests on, and the policy in force. */
    public record Answer(LaunchDecision decision, @Nullable ArtifactId artifact, TrustPolicy policy) {

        public boolean isAllowed() {
            return decision instanceof Allowed;
        }
    }

    /**
     * Decides in the caller's transaction, which writes what starts the launch. A revocation that commits first is seen;
     * one that comes later waits until that transaction ends, and so finds what was launched.
     */
    public Answer mayLaunch(ArtifactId artifact, String digest, TenantId tenant, ProjectId project, Launch launch) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a launch is decided in the transaction that writes it");
        }
        // The manifests of an artifact never change, so they are locked before its states are read.
        withheld.share(store.listManifests(artifact));
        Optional<Standing> found = store.findForLaunch(artifact, tenant, launch, true);
        return decide(found, digest, tenant, project, launch, true);
    }

    /** The decision about an artifact at this moment, for planning and for people. */
    public Answer explain(ArtifactId artifact, String digest, TenantId tenant, ProjectId project) {
        return decide(
                store.findForLaunch(artifact, tenant, Launch.NEW, false), digest, tenant, project, Launch.NEW, false);
    }

    /** The decision about the best artifact with a digest, for people who name none. Nothing is launched by it. */
    public Answer explain(String digest, TenantId tenant, ProjectId project) {
        return decide(store.findBestForLaunch(digest, tenant), digest, tenant, project, Launch.NEW, false);
    }

    private Answer decide(
            Optional<Standing> found,
            String digest,
            TenantId tenant,
            ProjectId project,
            Launch launch,
            boolean locked) {
        TrustPolicy policy = rules.trust(tenant, project);
        List<String> manifests =
                found.map(artifact -> store.listManifests(artifact.id())).orElse(List.of());
        if (found.isEmpty() || !manifests.contains(digest)) {
            return new Answer(new Refused(Reason.UNKNOWN), null, policy);
        }
        Standing artifact = found.get();
        // A host may pick any image of an index. One image runs although another one of its index is withheld.
        List<String> launched = digest.equals(artifact.digest()) ? manifests : List.of(digest, artifact.digest());
        Optional<Reason> withholding = withheld.find(launched).map(Launches::reason);
        LaunchDecision decision = withholding.isPresent()
                ? new Refused(withholding.get())
                : LaunchDecision.decide(
                        signers.trust(artifact, tenant, project, locked),
                        artifact.promotion(),
                        artifact.tenant().equals(tenant) ? Scope.OWN_TENANT : Scope.OTHER_TENANT,
                        policy,
                        launch);
        return new Answer(decision, artifact.id(), policy);
    }

    private static Reason reason(Withheld withheld) {
        return withheld.kind().equals(WithheldDigests.REVOKED) ? Reason.REVOKED : Reason.QUARANTINED;
    }
}
