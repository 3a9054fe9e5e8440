package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.ArtifactPromotion;
import io.gpuaas.api.ArtifactReferrer;
import io.gpuaas.api.ArtifactReinstatement;
import io.gpuaas.api.ArtifactSboms;
import io.gpuaas.api.ArtifactTrust;
import io.gpuaas.api.ArtifactVerification;
import io.gpuaas.controlplane.artifacts.ReinstatementStore.Wish;
import io.gpuaas.controlplane.artifacts.TrustStore.Standing;
import io.gpuaas.controlplane.artifacts.VerificationStore.Outcome;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.registry.ContentDigest;
import io.gpuaas.controlplane.registry.RepositoryName;
import io.gpuaas.controlplane.registry.RepositoryReader;
import io.gpuaas.controlplane.trust.PromotionState;
import io.gpuaas.controlplane.trust.TrustState;
import io.gpuaas.events.ArtifactPromotionChanged;
import io.gpuaas.events.ArtifactQuarantineChanged;
import io.gpuaas.events.ArtifactReinstatementChanged;
import io.gpuaas.events.ArtifactTrustChanged;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Shows both states of an artifact, and changes them for operators: promotion, quarantine, and revocation, which two people
 * lift.
 */
@Component
class ArtifactStates {

    /** How long the wish of a first person waits for a second one. */
    private static final Duration REINSTATEMENT_WAITS = Duration.ofDays(7);

    private final TrustStore store;
    private final VerificationStore outcomes;
    private final ReinstatementStore reinstatements;
    private final SbomStore sboms;
    private final WithheldDigests withheld;
    private final RepositoryReader registry;
    private final TrustRules rules;
    private final Outbox outbox;
    private final Clock clock;

    ArtifactStates(
            TrustStore store,
            VerificationStore outcomes,
            ReinstatementStore reinstatements,
            SbomStore sboms,
            WithheldDigests withheld,
            RepositoryReader registry,
            TrustRules rules,
            Outbox outbox,
            Clock clock) {
        this.store = store;
        this.outcomes = outcomes;
        this.reinstatements = reinstatements;
        this.sboms = sboms;
        this.withheld = withheld;
        this.registry = registry;
        this.rules = rules;
        this.outbox = outbox;
        this.clock = clock;
    }

    ArtifactVerification show(TenantId tenant, ArtifactId id) {
        return view(store.find(tenant, id).orElseThrow(ArtifactStates::none));
    }

    ArtifactSboms listSboms(TenantId tenant, ArtifactId id) {
        Standing artifact = store.find(tenant, id).orElseThrow(ArtifactStates::none);
        return new ArtifactSboms(sboms.list(id), sboms.isDue(artifact.id()));
    }

    ArtifactVerification verifyAgain(TenantId tenant, ArtifactId id) {
        Standing artifact = store.find(tenant, id).orElseThrow(ArtifactStates::none);
        store.makeDue(List.of(artifact.id()), clock.instant());
        return show(tenant, id);
    }

    ArtifactVerification promote(ArtifactId id, PromotionState to, String reason, @Nullable ArtifactId successor) {
        Standing artifact = store.lock(id).orElseThrow(ArtifactStates::none);
        if (artifact.trust() == TrustState.REVOKED || !artifact.promotion().mayMoveTo(to)) {
            throw ArtifactErrors.stateConflict(artifact);
        }
        if (successor != null && (successor.equals(id) || store.find(successor).isEmpty())) {
            throw ProblemException.invalid("/successor_id", "names no other artifact");
        }
        store.promote(id, to, reason.strip(), successor);
        outbox.append(new ArtifactPromotionChanged(
                id,
                artifact.tenant(),
                artifact.digest(),
                TrustStore.wire(artifact.promotion()),
                TrustStore.wire(to),
                reason.strip()));
        return view(store.find(id).orElseThrow());
    }

    ArtifactVerification quarantine(ArtifactId id, String reason) {
        Standing artifact = store.find(id).orElseThrow(ArtifactStates::none);
        withheld.lock(store.listManifests(id));
        List<String> digests = store.listWithholdable(artifact);
        if (artifact.trust() == TrustState.REVOKED
                || !withheld.withhold(
                        digests,
                        artifact.digest(),
                        WithheldDigests.QUARANTINED,
                        reason.strip(),
                        clock.instant(),
                        Call.current().caller().id())) {
            throw ArtifactErrors.stateConflict(artifact);
        }
        outbox.append(new ArtifactQuarantineChanged(id, artifact.tenant(), artifact.digest(), true, reason.strip()));
        return view(artifact);
    }

    /** Withholds the artifact for the platform itself, unless it is withheld or revoked already. */
    void quarantineFor(ArtifactId id, String reason) {
        Standing artifact = store.find(id).orElseThrow(ArtifactStates::none);
        withheld.lock(store.listManifests(id));
        if (artifact.trust() != TrustState.REVOKED
                && withheld.findQuarantine(artifact.digest()).isEmpty()) {
            quarantine(id, reason);
        }
    }

    ArtifactVerification release(ArtifactId id, String reason) {
        Standing artifact = store.find(id).orElseThrow(ArtifactStates::none);
        withheld.lock(store.listManifests(id));
        if (!withheld.release(artifact.digest())) {
            throw ArtifactErrors.notQuarantined();
        }
        outbox.append(new ArtifactQuarantineChanged(id, artifact.tenant(), artifact.digest(), false, reason.strip()));
        return view(artifact);
    }

    /**
     * Revokes the content: every artifact with the digest, whoever published it, and the images of an index that no other
     * publisher has. An image that another publisher has as well is revoked by its own digest.
     */
    ArtifactVerification revoke(ArtifactId id, String reason) {
        Standing artifact = store.find(id).orElseThrow(ArtifactStates::none);
        withheld.lock(store.listManifests(id));
        List<String> digests = store.listWithholdable(artifact);
        Standing now = store.find(id).orElseThrow();
        if (!now.trust().mayMoveTo(TrustState.REVOKED)) {
            throw ArtifactErrors.stateConflict(now);
        }
        withheld.withhold(
                digests,
                artifact.digest(),
                WithheldDigests.REVOKED,
                reason.strip(),
                clock.instant(),
                Call.current().caller().id());
        store.revoke(digests, reason.strip(), clock.instant());
        // After the lock: a verification may have ended meanwhile.
        Standing revoked = store.lock(id).orElseThrow();
        outbox.append(new ArtifactTrustChanged(
                id,
                artifact.tenant(),
                artifact.digest(),
                revoked.announcedTrust(),
                TrustStore.wire(TrustState.REVOKED),
                reason.strip()));
        store.announced(id);
        return view(store.find(id).orElseThrow());
    }

    /** The first person asks; a second person lifts the revocation. The person who revoked may be one of them. */
    ArtifactVerification reinstate(ArtifactId id, String reason) {
        Standing artifact = store.find(id).orElseThrow(ArtifactStates::none);
        withheld.lock(store.listManifests(id));
        Standing revoked = store.lock(id).orElseThrow();
        if (revoked.trust() != TrustState.REVOKED) {
            throw ArtifactErrors.stateConflict(revoked);
        }
        Instant now = clock.instant();
        String caller = Call.current().caller().id();
        Optional<Wish> wish = reinstatements.find(id, now.minus(REINSTATEMENT_WAITS));
        if (wish.isEmpty()) {
            reinstatements.put(id, new Wish(reason.strip(), now, caller));
            outbox.append(new ArtifactReinstatementChanged(
                    id, artifact.tenant(), artifact.digest(), "requested", reason.strip()));
            return view(revoked);
        }
        if (wish.get().askedBy().equals(caller)) {
            throw ArtifactErrors.reinstatedByOnePerson();
        }
        List<String> digests = withheld.reinstate(artifact.digest());
        if (digests.isEmpty()) {
            throw ArtifactErrors.revokedWithAnother();
        }
        store.reinstate(digests, now);
        reinstatements.remove(artifact.digest());
        outbox.append(new ArtifactReinstatementChanged(
                id, artifact.tenant(), artifact.digest(), "reinstated", reason.strip()));
        Standing reinstated = store.find(id).orElseThrow();
        if (reinstated.trust() != TrustState.REVOKED) {
            outbox.append(new ArtifactTrustChanged(
                    id,
                    artifact.tenant(),
                    artifact.digest(),
                    revoked.announcedTrust(),
                    TrustStore.wire(reinstated.trust()),
                    reason.strip()));
            store.announcedTrust(id);
        }
        return view(reinstated);
    }

    private static ProblemException none() {
        return ProblemException.notFound("artifact");
    }

    private ArtifactVerification view(Standing artifact) {
        Optional<Outcome> last = outcomes.findLast(artifact.id());
        Optional<String> quarantine = withheld.findQuarantine(artifact.digest());
        return new ArtifactVerification(
                artifact.id(),
                artifact.tenant(),
                artifact.digest(),
                ArtifactTrust.fromWire(TrustStore.wire(artifact.trust())),
                artifact.trustReason(),
                ArtifactPromotion.fromWire(TrustStore.wire(artifact.promotion())),
                artifact.promotionReason(),
                artifact.successor(),
                quarantine.isPresent(),
                quarantine.orElse(null),
                artifact.isDue(),
                artifact.verifiedAt(),
                rules.signersRequired(artifact.tenant(), null),
                last.map(Outcome::evidence).orElse(List.of()),
                last.map(Outcome::rejected).orElse(List.of()),
                referrers(artifact),
                rules.platformSignersRequired(artifact.tenant(), null),
                last.map(Outcome::leftOut).orElse(false),
                artifact.trust() == TrustState.REVOKED
                        ? reinstatements
                                .find(artifact.id(), clock.instant().minus(REINSTATEMENT_WAITS))
                                .map(ArtifactStates::reinstatement)
                                .orElse(null)
                        : null);
    }

    private static ArtifactReinstatement reinstatement(Wish wish) {
        return new ArtifactReinstatement(
                wish.askedAt(), wish.askedBy(), wish.reason(), wish.askedAt().plus(REINSTATEMENT_WAITS));
    }

    private List<ArtifactReferrer> referrers(Standing artifact) {
        return registry
                .listReferrers(
                        new RepositoryName(artifact.app()),
                        ContentDigest.find(artifact.digest()).orElseThrow(),
                        SignatureReader.REFERRERS_MAX)
                .stream()
                .map(one -> new ArtifactReferrer(
                        one.digest().toString(), one.mediaType(), one.artifactType(), (long) one.size()))
                .toList();
    }
}
