package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.Artifact;
import io.gpuaas.api.ArtifactPromotion;
import io.gpuaas.api.ArtifactTrust;
import io.gpuaas.api.PlannedArtifact;
import io.gpuaas.api.PublishIntentState;
import io.gpuaas.api.PushedArtifact;
import io.gpuaas.api.Violation;
import io.gpuaas.controlplane.artifacts.IntentStore.Intent;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.registry.ContentDigest;
import io.gpuaas.controlplane.registry.RegistryAddress;
import io.gpuaas.controlplane.registry.RepositoryContents;
import io.gpuaas.controlplane.registry.RepositoryContents.Described;
import io.gpuaas.controlplane.registry.RepositoryName;
import io.gpuaas.events.ArtifactPublished;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublishIntentId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Completes publish intents: checks what was pushed, and publishes all of it or nothing, in one transaction. */
@Component
class Publishing {

    private final IntentStore intentStore;
    private final PublishIntents intents;
    private final ArtifactStore artifacts;
    private final TrustStore trust;
    private final WithheldDigests withheld;
    private final RepositoryContents contents;
    private final RegistryAddress registry;
    private final Policies policies;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    Publishing(
            IntentStore intentStore,
            PublishIntents intents,
            ArtifactStore artifacts,
            TrustStore trust,
            WithheldDigests withheld,
            RepositoryContents contents,
            RegistryAddress registry,
            Policies policies,
            Outbox outbox,
            Clock clock,
            IdSource ids) {
        this.intentStore = intentStore;
        this.intents = intents;
        this.artifacts = artifacts;
        this.trust = trust;
        this.withheld = withheld;
        this.contents = contents;
        this.registry = registry;
        this.policies = policies;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    List<Artifact> complete(ProjectId project, PublishIntentId id, List<PushedArtifact> pushed) {
        Intent intent = intentStore.lock(project, id).orElseThrow(PublishIntents::none);
        Map<String, ContentDigest> digests = digests(intent, pushed);
        if (intent.state() == PublishIntentState.COMPLETED) {
            return publishedBefore(intent, digests);
        }
        if (intent.state() != PublishIntentState.OPEN) {
            throw ArtifactErrors.closed(intent.state().wire());
        }
        if (!intent.expiresAt().isAfter(clock.instant())) {
            throw ArtifactErrors.closed(PublishIntentState.EXPIRED.wire());
        }
        if (!contents.lock(new RepositoryName(intent.repository()), intent.tenant())) {
            throw ArtifactErrors.closed(PublishIntentState.EXPIRED.wire());
        }
        List<Checked> checked = checked(intent, digests);
        requireNoneWithheld(checked);
        List<Artifact> published = add(intent, checked);
        if (!contents.promote(
                new RepositoryName(intent.repository()),
                new RepositoryName(intent.app()),
                intent.tenant(),
                digests.values())) {
            throw ArtifactErrors.storageUsedUp();
        }
        intents.end(
                intent,
                PublishIntentState.COMPLETED,
                published.stream().map(one -> one.id().value()).toList());
        return published;
    }

    private static Map<String, ContentDigest> digests(Intent intent, List<PushedArtifact> pushed) {
        Map<String, ContentDigest> digests = new HashMap<>();
        pushed.forEach(
                one -> digests.put(one.name(), ContentDigest.find(one.digest()).orElseThrow()));
        List<String> planned =
                intent.planned().stream().map(PlannedArtifact::name).toList();
        if (digests.size() != pushed.size()
                || planned.size() != pushed.size()
                || !digests.keySet().containsAll(planned)) {
            throw ArtifactErrors.otherNames(planned);
        }
        return digests;
    }

    private List<Artifact> publishedBefore(Intent intent, Map<String, ContentDigest> digests) {
        Map<java.util.UUID, Artifact> found = artifacts.list(intent.published()).stream()
                .collect(Collectors.toMap(one -> one.id().value(), Function.identity()));
        List<Artifact> published = intent.published().stream()
                .map(found::get)
                .filter(java.util.Objects::nonNull)
                .toList();
        if (!published.stream().allMatch(one -> one.digest().equals(String.valueOf(digests.get(one.name()))))) {
            throw ArtifactErrors.completedOtherwise();
        }
        return published;
    }

    /** A planned artifact with what was pushed for it. */
    private record Checked(PlannedArtifact planned, ContentDigest digest, Described found) {}

    private List<Checked> checked(Intent intent, Map<String, ContentDigest> digests) {
        List<Violation> faults = new ArrayList<>();
        List<Checked> good = new ArrayList<>();
        RepositoryName repository = new RepositoryName(intent.repository());
        Map<ContentDigest, Optional<Described>> described = new HashMap<>();
        for (PlannedArtifact planned : intent.planned()) {
            if (faults.size() >= RepositoryContents.FAULTS_MAX) {
                break;
            }
            ContentDigest digest = java.util.Objects.requireNonNull(digests.get(planned.name()));
            Optional<Described> found = described.computeIfAbsent(digest, one -> contents.describe(repository, one));
            List<String> wrong = found.map(one -> faultsOf(intent, planned, digest, one))
                    .orElseGet(() -> List.of("no manifest " + digest + " was pushed to " + repository));
            wrong.forEach(fault -> faults.add(new Violation(planned.name(), fault)));
            found.ifPresent(one -> good.add(new Checked(planned, digest, one)));
        }
        if (!faults.isEmpty()) {
            throw ArtifactErrors.refused(faults);
        }
        return good;
    }

    private List<String> faultsOf(Intent intent, PlannedArtifact planned, ContentDigest digest, Described found) {
        List<String> faults = new ArrayList<>(found.faults());
        if (planned.expectedDigest() != null && !planned.expectedDigest().equals(digest.toString())) {
            faults.add("the intent expects the digest " + planned.expectedDigest());
        }
        long max = policies.effective(ArtifactPolicies.ARTIFACT_BYTES_MAX, intent.tenant(), null);
        long planMax = planned.sizeBytesMax() == null ? max : Math.min(planned.sizeBytesMax(), max);
        if (found.sizeBytes() > planMax) {
            faults.add("it has " + found.sizeBytes() + " bytes, and the limit is " + planMax);
        }
        KindRules.findFault(planned.kind(), found).ifPresent(faults::add);
        return faults;
    }

    /** A revocation of any of the manifests waits until this transaction ends, or is seen here. */
    private void requireNoneWithheld(List<Checked> checked) {
        withheld.share(checked.stream()
                .flatMap(one -> one.found().manifests().stream())
                .map(ContentDigest::toString)
                .toList());
        List<Violation> faults = checked.stream()
                .filter(one -> !withheld.among(one.found().manifests()).isEmpty())
                .map(one -> new Violation(one.planned().name(), "an operator withholds it or one of its images"))
                .toList();
        if (!faults.isEmpty()) {
            throw ArtifactErrors.refused(faults);
        }
    }

    private List<Artifact> add(Intent intent, List<Checked> checked) {
        return checked.stream().map(one -> add(intent, one)).toList();
    }

    /** The same content under the same name may be published again, for example by a build that is repeated. */
    private Artifact add(Intent intent, Checked one) {
        Artifact artifact = artifact(intent, one);
        if (artifacts.add(intent, artifact)) {
            trust.addManifests(
                    artifact.id(),
                    one.found().manifests().stream()
                            .map(ContentDigest::toString)
                            .toList());
            outbox.append(new ArtifactPublished(
                    artifact.id(),
                    artifact.publisherId(),
                    intent.tenant(),
                    intent.project(),
                    artifact.app(),
                    artifact.version(),
                    artifact.name(),
                    artifact.kind().wire(),
                    artifact.digest(),
                    artifact.sizeBytes()));
            return artifact;
        }
        Artifact before = artifacts
                .find(artifact.app(), artifact.version(), artifact.name())
                .filter(found -> found.digest().equals(artifact.digest()) && found.kind() == artifact.kind())
                .orElseThrow(() -> ArtifactErrors.exists(artifact.app(), artifact.version(), artifact.name()));
        // Signatures may have come along.
        trust.makeDue(List.of(before.id()), clock.instant());
        return before;
    }

    private Artifact artifact(Intent intent, Checked one) {
        Described found = one.found();
        return new Artifact(
                new ArtifactId(ids.next()),
                intent.publisher(),
                intent.app(),
                intent.version(),
                one.planned().name(),
                one.planned().kind(),
                one.digest().toString(),
                found.mediaType(),
                found.artifactType(),
                found.sizeBytes(),
                List.copyOf(found.platforms()),
                registry.url(),
                intent.app(),
                ArtifactTrust.UNVERIFIED,
                ArtifactPromotion.PUBLISHED,
                clock.instant(),
                Call.current().caller().id());
    }
}
