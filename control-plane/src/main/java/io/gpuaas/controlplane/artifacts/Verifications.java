package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.PlatformKey;
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
import io.gpuaas.controlplane.registry.RepositoryContents;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    private static final int PLATFORM_KEYS_MAX = 20;

    /** Artifacts that one act makes due at once; others wait for their repetition or a request. */
    static final int DUE_AT_ONCE_MAX = 1_000;

    private static final String CERTIFICATE = "certificate:";

    private final TrustStore store;
    private final VerificationStore outcomes;
    private final PublisherKeyStore keys;
    private final PlatformKeyStore platformKeys;
    private final SbomStore sboms;
    private final SignatureReader signatures;
    private final RepositoryReader registry;
    private final RepositoryContents contents;
    private final TrustRules rules;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final IdSource ids;

    Verifications(
            TrustStore store,
            VerificationStore outcomes,
            PublisherKeyStore keys,
            PlatformKeyStore platformKeys,
            SbomStore sboms,
            SignatureReader signatures,
            RepositoryReader registry,
            RepositoryContents contents,
            TrustRules rules,
            Outbox outbox,
            TransactionTemplate transaction,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.outcomes = outcomes;
        this.keys = keys;
        this.platformKeys = platformKeys;
        this.sboms = sboms;
        this.signatures = signatures;
        this.registry = registry;
        this.contents = contents;
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
        List<String> revoked = platformKeys.listRevoked(clock.instant().minus(REPEATED_AFTER.multipliedBy(2)));
        if (!revoked.isEmpty()) {
            // Decisions count without them already; this drops them from what the artifacts show.
            transaction.executeWithoutResult(
                    status -> store.makeSignedByPlatformDue(revoked, clock.instant(), DUE_AT_ONCE_MAX));
        }
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
        List<String> countedBefore = outcomes.findLast(before.id())
                .map(last -> last.evidence().stream()
                        .map(SignatureEvidence::signatureDigest)
                        .toList())
                .orElse(List.of());
        Found found = signatures.read(before.app(), before.digest(), countedBefore);
        StoredManifest manifest = registry.findManifest(
                        new RepositoryName(before.app()),
                        ContentDigest.find(before.digest()).orElseThrow())
                .orElseThrow(() -> new IOException("the manifest " + before.digest() + " is not in " + before.app()));
        SignedArtifact artifact = new SignedArtifact(
                before.digest(), manifest.bytes().length, manifest.mediaType(), manifest.bytes(), before.publishedAt());
        Basis basis = basis(before);
        Instant verifiedAt = clock.instant();
        TrustRequirement requirement = basis.requirement(artifact);
        Verification verification =
                ArtifactSignatures.verify(artifact, found.material(), found.hasMore(), requirement, verifiedAt);
        transaction.executeWithoutResult(status -> {
            // A change of the keys waits for this, or this sees it.
            keys.share(before.publisher());
            // An outcome that rests on other keys is dropped; the artifact stays due for the next round.
            store.lock(before.id())
                    .filter(now -> now.mark() == before.mark() && now.trust() != TrustState.REVOKED)
                    .filter(now -> basis(now).equals(basis))
                    .ifPresent(now -> {
                        conclude(now, verification, basis, requirement, found.hasMore(), verifiedAt);
                        dropSurplusReferrers(now, verification);
                    });
        });
    }

    /** Keeps room for the next signature: of referrers that do not count, the newest stay. */
    private void dropSurplusReferrers(Standing artifact, Verification verification) {
        RepositoryName repository = new RepositoryName(artifact.app());
        List<ContentDigest> kept = Stream.concat(
                        evidence(verification).stream().map(Evidence::source), sboms.digests(artifact.id()).stream())
                .flatMap(one -> ContentDigest.find(one).stream())
                .toList();
        List<ContentDigest> surplus = contents.listSurplusReferrers(
                repository, ContentDigest.find(artifact.digest()).orElseThrow(), kept);
        // Artifacts that name a subject are referrers too, and stay.
        Set<String> published = store.findPublished(
                surplus.stream().map(ContentDigest::toString).toList());
        List<ContentDigest> dropped = surplus.stream()
                .filter(one -> !published.contains(one.toString()))
                .toList();
        if (!dropped.isEmpty()) {
            contents.drop(repository, dropped);
            log.atInfo()
                    .addKeyValue("artifact", artifact.id())
                    .addKeyValue("referrers", dropped.size())
                    .log("dropped the oldest referrers that do not count");
        }
    }

    /** Everything that a verification rests on besides signatures. One that rests on something else is dropped. */
    private record Basis(
            List<PublisherKey> publisher,
            List<PlatformKey> platform,
            int required,
            int platformRequired,
            boolean confirmationNeeded) {

        TrustRequirement requirement(SignedArtifact artifact) {
            List<SigningKey> signing = new ArrayList<>();
            // The platform's come first: a key that a publisher registers too stays the platform's.
            platform.forEach(key -> signing.add(new SigningKey(
                    key.id().toString(),
                    Holder.PLATFORM,
                    SigningKey.parsePem(key.pem()),
                    key.retiredAt(),
                    key.revokedAt())));
            publisher.stream()
                    .filter(key -> key.kind() != PublisherKeyKind.CERTIFICATE)
                    .forEach(key -> signing.add(new SigningKey(
                            key.id().toString(),
                            Holder.PUBLISHER,
                            SigningKey.parsePem(key.pem()),
                            key.retiredAt(),
                            key.revokedAt(),
                            isConfirmed(key))));
            List<X509Certificate> anchors = publisher.stream()
                    .filter(key -> key.kind() == PublisherKeyKind.CERTIFICATE && key.revokedAt() == null)
                    .filter(key ->
                            key.retiredAt() == null || artifact.recordedAt().isBefore(key.retiredAt()))
                    .filter(this::isConfirmed)
                    .map(KeyMaterial::certificate)
                    .toList();
            Map<String, String> registrants =
                    publisher.stream().collect(Collectors.toMap(Verifications::evidenceId, PublisherKey::createdBy));
            return new TrustRequirement(signing, anchors, required, platformRequired, registrants);
        }

        private boolean isConfirmed(PublisherKey key) {
            return !confirmationNeeded || key.confirmedAt() != null;
        }
    }

    /** The id under which a key appears in evidence. */
    private static String evidenceId(PublisherKey key) {
        return key.kind() == PublisherKeyKind.CERTIFICATE
                ? CERTIFICATE + key.fingerprint()
                : key.id().toString();
    }

    private Basis basis(Standing artifact) {
        return new Basis(
                keys.listForVerification(artifact.publisher(), KEYS_MAX),
                platformKeys.listForVerification(PLATFORM_KEYS_MAX),
                rules.signersRequired(artifact.tenant(), null),
                rules.platformSignersRequired(artifact.tenant(), null),
                rules.isConfirmationNeeded(artifact.tenant()));
    }

    private void announceRevocation(Standing artifact) {
        announce(artifact, artifact.trust(), artifact.trustReason());
        store.announced(artifact.id());
    }

    private void conclude(
            Standing artifact,
            Verification verification,
            Basis basis,
            TrustRequirement requirement,
            boolean leftOut,
            Instant now) {
        Outcome outcome = outcome(artifact, verification, basis, leftOut);
        List<Evidence> counted = evidence(verification);
        Signers signers = new Signers(
                keyIds(outcome, Holder.PUBLISHER),
                (int) ArtifactSignatures.signers(counted, Holder.PUBLISHER, requirement),
                basis.required(),
                keyIds(outcome, Holder.PLATFORM));
        TrustState next = TrustState.valueOf(outcome.trust().toUpperCase(java.util.Locale.ROOT));
        announce(artifact, next, outcome.reason());
        store.verified(artifact.id(), next, outcome.reason(), signers, now);
        if (!outcomes.findLast(artifact.id()).filter(outcome::equals).isPresent()) {
            outcomes.add(ids.next(), artifact.id(), outcome, now);
        }
    }

    private static List<String> keyIds(Outcome outcome, Holder holder) {
        return outcome.evidence().stream()
                .filter(one -> TrustStore.wire(holder).equals(one.holder()))
                .map(SignatureEvidence::keyId)
                .distinct()
                .toList();
    }

    private static Outcome outcome(Standing artifact, Verification verification, Basis basis, boolean leftOut) {
        int required = basis.required();
        Map<String, PublisherKey> byAnchor = basis.publisher().stream()
                .filter(key -> key.kind() == PublisherKeyKind.CERTIFICATE)
                .collect(Collectors.toMap(Verifications::evidenceId, Function.identity()));
        List<SignatureEvidence> evidence = evidence(verification).stream()
                .map(one -> new SignatureEvidence(
                        TrustStore.wire(one.format()),
                        byAnchor.containsKey(one.keyId())
                                ? byAnchor.get(one.keyId()).id().toString()
                                : one.keyId(),
                        one.keyFingerprint(),
                        one.source(),
                        one.predicateType().orElse(null),
                        TrustStore.wire(one.holder())))
                .toList();
        return switch (verification) {
            case Verification.Verified verified ->
                new Outcome(
                        TrustStore.wire(reached(artifact.trust(), TrustState.VERIFIED)),
                        null,
                        required,
                        evidence,
                        rejected(verified.rejected()),
                        leftOut);
            case Verification.Failed failed ->
                new Outcome(
                        TrustStore.wire(reached(artifact.trust(), TrustState.FAILED_VERIFICATION)),
                        TrustStore.wire(failed.reason()),
                        required,
                        evidence,
                        rejected(failed.rejected()),
                        leftOut);
            case Verification.Unsigned unsigned ->
                new Outcome(
                        TrustStore.wire(reached(artifact.trust(), TrustState.UNVERIFIED)),
                        null,
                        required,
                        List.of(),
                        List.of(),
                        leftOut);
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
