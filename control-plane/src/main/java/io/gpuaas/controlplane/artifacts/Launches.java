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
import io.gpuaas.controlplane.trust.TrustState;
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
    private final TrustRules rules;

    Launches(TrustStore store, WithheldDigests withheld, TrustRules rules) {
        this.store = store;
        this.withheld = withheld;
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
    public Answer mayLaunch(String digest, TenantId tenant, ProjectId project, Launch launch) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a launch is decided in the transaction that writes it");
        }
        withheld.share(List.of(digest));
        return decide(digest, tenant, project, launch, true);
    }

    /** The decision at this moment, for planning and for people. */
    public Answer explain(String digest, TenantId tenant, ProjectId project) {
        return decide(digest, tenant, project, Launch.NEW, false);
    }

    private Answer decide(String digest, TenantId tenant, ProjectId project, Launch launch, boolean locked) {
        TrustPolicy policy = rules.trust(tenant, project);
        Optional<Standing> found = store.findForLaunch(digest, tenant, launch, locked);
        if (found.isEmpty()) {
            return new Answer(new Refused(Reason.UNKNOWN), null, policy);
        }
        Standing artifact = found.get();
        Optional<Reason> withholding = withheld.find(digest).map(Launches::reason);
        LaunchDecision decision = withholding.isPresent()
                ? new Refused(withholding.get())
                : LaunchDecision.decide(
                        trust(artifact, rules.signersRequired(tenant, project)),
                        artifact.promotion(),
                        artifact.tenant().equals(tenant) ? Scope.OWN_TENANT : Scope.OTHER_TENANT,
                        policy,
                        launch);
        return new Answer(decision, artifact.id(), policy);
    }

    private static Reason reason(Withheld withheld) {
        return withheld.kind().equals(WithheldDigests.REVOKED) ? Reason.REVOKED : Reason.QUARANTINED;
    }

    /** A policy that asks for more signatures than were counted takes effect before the next verification. */
    static TrustState trust(Standing artifact, int signersRequired) {
        return artifact.trust() == TrustState.VERIFIED && artifact.signerCount() < signersRequired
                ? TrustState.UNVERIFIED
                : artifact.trust();
    }
}
