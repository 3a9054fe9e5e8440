package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.PublisherKey;
import io.gpuaas.api.PublisherKeyKind;
import io.gpuaas.api.RejectedSignature;
import io.gpuaas.api.SignatureEvidence;
import io.gpuaas.controlplane.artifacts.SignatureReader.Found;
import io.gpuaas.controlplane.artifacts.TrustStore.Signers;
import io.gpuaas.controlplane.artifacts.TrustStore.Standing;
import io.gpuaas.controlplane.artifacts.VerificationStore.Outcome;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.registry.ContentDigest;
import io.gpuaas.controlplane.registry.RepositoryName;
import io.gpuaas.controlplane.registry.RepositoryReader;
import io.gpuaas.controlplane.registry.RepositoryReader.StoredManifest;
import io.gpuaas.controlplane.trust.ArtifactSignatures;
import io.gpuaas.controlplane.trust.SignedArtifact;
import io.gpuaas.controlplane.trust.SigningKey;
import io.gpuaas.controlplane.trust.SigningKey.Holder;
import io.gpuaas.controlplane.trust.TrustRequirement;
import io.gpuaas.controlplane.trust.TrustState;
import io.gpuaas.controlplane.trust.Verification;
import io.gpuaas.controlplane.trust.Verification.Evidence;
import io.gpuaas.controlplane.trust.Verification.Rejection;
import io.gpuaas.events.ArtifactTrustChanged;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Verifies artifacts whose verification is due. Signatures are read and verified without a transaction, since that may take
 * long. The outcome is written in one, and only if the publisher's keys are the same and nothing has made another
 * verification due meanwhile.
 */
@Component
class Verifications implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(Verifications.class);

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration RETRY = Duration.ofMinutes(1);

    /** Bounds one round: artifacts that are still due wait for the next one. */
    private static final Duration ROUND_MAX = Duration.ofSeconds(10);

    /** Signatures and certificates expire without anybody changing anything. */
    private static final Duration REPEATED_AFTER = Duration.ofHours(6);

    private static final int PER_ROUND = 50;
    private static final int KEYS_MAX = 50;
    private static final String CERTIFICATE = "certificate:";

    private final TrustStore store;
    private final VerificationStore outcomes;
    private final PublisherKeyStore keys;
    private final SignatureReader signatures;
    private final RepositoryReader registry;
    private final TrustRules rules;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final IdSource ids;

    Verifications(
            TrustStore store,
            VerificationStore outcomes,
            PublisherKeyStore keys,
            SignatureReader signatures,
            RepositoryReader registry,
            TrustRules rules,
            Outbox outbox,
            TransactionTemplate transaction,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.outcomes = outcomes;
        this.keys = keys;
        this.signatures = signatures;
        this.registry = registry;
        this.rules = rules;
        this.outbox = outbox;
        this.transaction = transaction;
        this.clock = clock;
        this.ids = ids;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(INTERVAL, Role.REGISTRY, "artifacts.verifications", this::verifyDue);
    }

    void verifyDue() {
        Instant until = clock.instant().plus(ROUND_MAX);
        List<ArtifactId> due;
        do {
            Instant now = clock.instant();
            due = store.listDue(now, now.minus(REPEATED_AFTER), PER_ROUND);
            due.stream().takeWhile(id -> mayGoOn(until)).forEach(this::verify);
        } while (due.size() >= PER_ROUND && mayGoOn(until));
    }

    private boolean mayGoOn(Instant until) {
        return clock.instant().isBefore(until) && !Thread.currentThread().isInterrupted();
    }

    private void verify(ArtifactId id) {
        Call.system("artifact verification", CorrelationId.create(ids)).run(() -> {
            Standing before = store.find(id).orElse(null);
            if (before == null) {
                return null;
            }
            try {
                verify(before);
            } catch (IOException | RuntimeException e) {
                // The next artifact must not wait for this one.
                log.atError().setCause(e).addKeyValue("artifact", id).log("could not verify an artifact; retrying");
                store.postpone(id, clock.instant().plus(RETRY));
            }
            return null;
        });
    }

    private void verify(Standing before) throws IOException {
        if (before.trust() == TrustState.REVOKED) {
            transaction.executeWithoutResult(status -> store.lock(before.id()).ifPresent(this::announceRevocation));
            return;
        }
        Found found = signatures.read(before.app(), before.digest());
        StoredManifest manifest = registry.findManifest(
                        new RepositoryName(before.app()),
                        ContentDigest.find(before.digest()).orElseThrow())
                .orElseThrow(() -> new IOException("the manifest " + before.digest() + " is not in " + before.app()));
        SignedArtifact artifact = new SignedArtifact(
                before.digest(), manifest.bytes().length, manifest.mediaType(), manifest.bytes(), before.publishedAt());
        List<PublisherKey> known = keys.listForVerification(before.publisher(), KEYS_MAX);
        int required = rules.signersRequired(before.tenant(), null);
        Instant verifiedAt = clock.instant();
        Verification verification = ArtifactSignatures.verify(
                artifact, found.material(), found.hasMore(), requirement(known, artifact, required), verifiedAt);
        transaction.executeWithoutResult(status -> {
            // A change of the keys waits for this, or this sees it.
            keys.share(before.publisher());
            // An outcome that rests on other keys is dropped; the artifact stays due for the next round.
            store.lock(before.id())
                    .filter(now -> now.mark() == before.mark() && now.trust() != TrustState.REVOKED)
                    .filter(now ->
                            keys.listForVerification(now.publisher(), KEYS_MAX).equals(known)
                                    && rules.signersRequired(now.tenant(), null) == required)
                    .ifPresent(now -> conclude(now, verification, known, required, verifiedAt));
        });
    }

    private void announceRevocation(Standing artifact) {
        announce(artifact, artifact.trust(), artifact.trustReason());
        store.announced(artifact.id());
    }

    private void conclude(
            Standing artifact, Verification verification, List<PublisherKey> known, int required, Instant now) {
        Outcome outcome = outcome(artifact, verification, known, required);
        List<Evidence> counted = evidence(verification);
        Signers signers = new Signers(
                outcome.evidence().stream()
                        .map(SignatureEvidence::keyId)
                        .distinct()
                        .toList(),
                (int) ArtifactSignatures.signers(counted, Holder.PUBLISHER),
                required);
        TrustState next = TrustState.valueOf(outcome.trust().toUpperCase(java.util.Locale.ROOT));
        announce(artifact, next, outcome.reason());
        store.verified(artifact.id(), next, outcome.reason(), signers, now);
        if (!outcomes.findLast(artifact.id()).filter(outcome::equals).isPresent()) {
            outcomes.add(ids.next(), artifact.id(), outcome, now);
        }
    }

    private static TrustRequirement requirement(List<PublisherKey> known, SignedArtifact artifact, int required) {
        List<SigningKey> signing = known.stream()
                .filter(key -> key.kind() != PublisherKeyKind.CERTIFICATE)
                .map(key -> new SigningKey(
                        key.id().toString(),
                        Holder.PUBLISHER,
                        SigningKey.parsePem(key.pem()),
                        key.retiredAt(),
                        key.revokedAt()))
                .toList();
        List<X509Certificate> anchors = known.stream()
                .filter(key -> key.kind() == PublisherKeyKind.CERTIFICATE && key.revokedAt() == null)
                .filter(key -> key.retiredAt() == null || artifact.recordedAt().isBefore(key.retiredAt()))
                .map(KeyMaterial::certificate)
                .toList();
        return new TrustRequirement(signing, anchors, required, 0);
    }

    private static Outcome outcome(
            Standing artifact, Verification verification, List<PublisherKey> known, int required) {
        Map<String, PublisherKey> byAnchor = known.stream()
                .filter(key -> key.kind() == PublisherKeyKind.CERTIFICATE)
                .collect(Collectors.toMap(key -> CERTIFICATE + key.fingerprint(), Function.identity()));
        List<SignatureEvidence> evidence = evidence(verification).stream()
                .map(one -> new SignatureEvidence(
                        TrustStore.wire(one.format()),
                        byAnchor.containsKey(one.keyId())
                                ? byAnchor.get(one.keyId()).id().toString()
                                : one.keyId(),
                        one.keyFingerprint(),
                        one.source(),
                        one.predicateType().orElse(null)))
                .toList();
        return switch (verification) {
            case Verification.Verified verified ->
                new Outcome(
                        TrustStore.wire(reached(artifact.trust(), TrustState.VERIFIED)),
                        null,
                        required,
                        evidence,
                        rejected(verified.rejected()));
            case Verification.Failed failed ->
                new Outcome(
                        TrustStore.wire(reached(artifact.trust(), TrustState.FAILED_VERIFICATION)),
                        TrustStore.wire(failed.reason()),
                        required,
                        evidence,
                        rejected(failed.rejected()));
            case Verification.Unsigned unsigned ->
                new Outcome(
                        TrustStore.wire(reached(artifact.trust(), TrustState.UNVERIFIED)),
                        null,
                        required,
                        List.of(),
                        List.of());
        };
    }

    /** The state that an artifact gets to. A verified one loses its trust before it fails. */
    private static TrustState reached(TrustState from, TrustState to) {
        if (from == to || from.mayMoveTo(to)) {
            return to;
        }
        boolean byUnverified = from.mayMoveTo(TrustState.UNVERIFIED) && TrustState.UNVERIFIED.mayMoveTo(to);
        return byUnverified ? to : from;
    }

    private static List<Evidence> evidence(Verification verification) {
        return switch (verification) {
            case Verification.Verified verified -> verified.evidence();
            case Verification.Failed failed -> failed.evidence();
            case Verification.Unsigned unsigned -> List.of();
        };
    }

    private static List<RejectedSignature> rejected(List<Rejection> rejected) {
        return rejected.stream()
                .map(one -> new RejectedSignature(one.source(), TrustStore.wire(one.reason())))
                .toList();
    }

    private void announce(Standing artifact, TrustState trust, @Nullable String reason) {
        String now = TrustStore.wire(trust);
        if (!artifact.announcedTrust().equals(now)) {
            outbox.append(new ArtifactTrustChanged(
                    artifact.id(), artifact.tenant(), artifact.digest(), artifact.announcedTrust(), now, reason));
        }
    }
}
