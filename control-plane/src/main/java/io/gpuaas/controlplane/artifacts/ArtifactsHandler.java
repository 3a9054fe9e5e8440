package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.AddPlatformKey;
import io.gpuaas.api.AddPublisherKey;
import io.gpuaas.api.Artifact;
import io.gpuaas.api.ArtifactPage;
import io.gpuaas.api.ArtifactReason;
import io.gpuaas.api.ArtifactSboms;
import io.gpuaas.api.ArtifactVerification;
import io.gpuaas.api.ArtifactsApi;
import io.gpuaas.api.CompletePublishIntent;
import io.gpuaas.api.CreatePublishIntent;
import io.gpuaas.api.CreatePublisher;
import io.gpuaas.api.DeprecateArtifact;
import io.gpuaas.api.LaunchDecision;
import io.gpuaas.api.PlatformKey;
import io.gpuaas.api.PlatformKeyPage;
import io.gpuaas.api.PublishIntent;
import io.gpuaas.api.PublishIntentPage;
import io.gpuaas.api.PublishedArtifacts;
import io.gpuaas.api.Publisher;
import io.gpuaas.api.PublisherKey;
import io.gpuaas.api.PublisherKeyPage;
import io.gpuaas.api.PublisherPage;
import io.gpuaas.api.RevokePublisherKey;
import io.gpuaas.controlplane.artifacts.IntentStore.Intent;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.trust.LaunchDecision.Allowed;
import io.gpuaas.controlplane.trust.LaunchDecision.Refused;
import io.gpuaas.controlplane.trust.PromotionState;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.PlatformKeyId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublishIntentId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.PublisherKeyId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ArtifactsHandler implements ArtifactsApi {

    private static final String PUBLISHERS = "publishers";
    private static final String INTENTS = "publish-intents";
    private static final String ARTIFACTS = "artifacts";
    private static final String KEYS = "publisher-keys";
    private static final String PLATFORM_KEYS = "platform-keys";

    private final Publishers publishers;
    private final PublisherStore publisherStore;
    private final PublishIntents intents;
    private final IntentStore intentStore;
    private final Publishing publishing;
    private final ArtifactStore artifacts;
    private final PublisherKeys keys;
    private final PlatformKeys platformKeys;
    private final ArtifactStates states;
    private final Launches launches;

    ArtifactsHandler(
            Publishers publishers,
            PublisherStore publisherStore,
            PublishIntents intents,
            IntentStore intentStore,
            Publishing publishing,
            ArtifactStore artifacts,
            PublisherKeys keys,
            PlatformKeys platformKeys,
            ArtifactStates states,
            Launches launches) {
        this.publishers = publishers;
        this.publisherStore = publisherStore;
        this.intents = intents;
        this.intentStore = intentStore;
        this.publishing = publishing;
        this.artifacts = artifacts;
        this.keys = keys;
        this.platformKeys = platformKeys;
        this.states = states;
        this.launches = launches;
    }

    /** The tenant of the project in the path. */
    private static TenantId tenant() {
        return Objects.requireNonNull(Call.current().tenantId());
    }

    @Override
    public PublisherPage listPublishers(TenantId tenant, Integer limit, @Nullable String cursor) {
        List<Publisher> rows =
                publisherStore.list(tenant, PageCursor.decode(PUBLISHERS, cursor, UUID::fromString), limit + 1);
        return new PublisherPage(PageCursor.page(rows, limit), PageCursor.next(PUBLISHERS, rows, limit, Publisher::id));
    }

    @Override
    public Publisher createPublisher(TenantId tenant, CreatePublisher command) {
        return publishers.create(tenant, command);
    }

    @Override
    public PublishIntentPage listPublishIntents(ProjectId project, Integer limit, @Nullable String cursor) {
        List<Intent> rows = intentStore.list(project, PageCursor.decode(INTENTS, cursor, UUID::fromString), limit + 1);
        return new PublishIntentPage(
                PageCursor.page(rows, limit).stream()
                        .map(intent -> intents.view(intent, null))
                        .toList(),
                PageCursor.next(INTENTS, rows, limit, Intent::id));
    }

    @Override
    public PublishIntent createPublishIntent(ProjectId project, CreatePublishIntent command) {
        return intents.create(tenant(), project, command);
    }

    @Override
    public PublishIntent getPublishIntent(ProjectId project, PublishIntentId id) {
        return intents.require(project, id);
    }

    @Override
    public PublishedArtifacts completePublishIntent(
            ProjectId project, PublishIntentId id, CompletePublishIntent command) {
        return new PublishedArtifacts(publishing.complete(project, id, command.artifacts()));
    }

    @Override
    public PublishIntent cancelPublishIntent(ProjectId project, PublishIntentId id) {
        return intents.cancel(project, id);
    }

    @Override
    public ArtifactPage listArtifacts(ProjectId project, @Nullable String app, Integer limit, @Nullable String cursor) {
        List<Artifact> rows =
                artifacts.list(tenant(), app, PageCursor.decode(ARTIFACTS, cursor, UUID::fromString), limit + 1);
        return new ArtifactPage(PageCursor.page(rows, limit), PageCursor.next(ARTIFACTS, rows, limit, Artifact::id));
    }

    @Override
    public Artifact getArtifact(ProjectId project, ArtifactId id) {
        return artifacts.find(tenant(), id).orElseThrow(() -> ProblemException.notFound("artifact"));
    }

    @Override
    public PublisherKeyPage listPublisherKeys(
            TenantId tenant, PublisherId publisher, Integer limit, @Nullable String cursor) {
        List<PublisherKey> rows =
                keys.list(tenant, publisher, PageCursor.decode(KEYS, cursor, UUID::fromString), limit + 1);
        return new PublisherKeyPage(PageCursor.page(rows, limit), PageCursor.next(KEYS, rows, limit, PublisherKey::id));
    }

    @Override
    public PublisherKey addPublisherKey(TenantId tenant, PublisherId publisher, AddPublisherKey command) {
        return keys.add(tenant, publisher, command);
    }

    @Override
    public PublisherKey confirmPublisherKey(TenantId tenant, PublisherId publisher, PublisherKeyId id) {
        return keys.confirm(tenant, publisher, id);
    }

    @Override
    public PublisherKey retirePublisherKey(TenantId tenant, PublisherId publisher, PublisherKeyId id) {
        return keys.retire(tenant, publisher, id);
    }

    @Override
    public PublisherKey revokePublisherKey(
            TenantId tenant, PublisherId publisher, PublisherKeyId id, RevokePublisherKey command) {
        return keys.revoke(tenant, publisher, id, command.reason());
    }

    @Override
    public ArtifactVerification getArtifactVerification(ProjectId project, ArtifactId id) {
        return states.show(tenant(), id);
    }

    @Override
    public ArtifactSboms listArtifactSboms(ProjectId project, ArtifactId id) {
        return states.listSboms(tenant(), id);
    }

    @Override
    public ArtifactVerification verifyArtifact(ProjectId project, ArtifactId id) {
        return states.verifyAgain(tenant(), id);
    }

    @Override
    public LaunchDecision getLaunchDecision(ProjectId project, String digest, @Nullable ArtifactId artifact) {
        Launches.Answer answer = artifact == null
                ? launches.explain(digest, tenant(), project)
                : launches.explain(artifact, digest, tenant(), project);
        List<String> reasons = switch (answer.decision()) {
            case Allowed allowed ->
                allowed.warnings().stream().map(TrustStore::wire).sorted().toList();
            case Refused refused -> List.of(TrustStore.wire(refused.reason()));
        };
        return new LaunchDecision(
                digest, answer.isAllowed(), answer.artifact(), reasons, TrustStore.wire(answer.policy()));
    }

    @Override
    public ArtifactVerification promoteArtifact(ArtifactId id, ArtifactReason command) {
        return states.promote(id, PromotionState.PROMOTED, command.reason(), null);
    }

    @Override
    public ArtifactVerification deprecateArtifact(ArtifactId id, DeprecateArtifact command) {
        return states.promote(id, PromotionState.DEPRECATED, command.reason(), command.successorId());
    }

    @Override
    public ArtifactVerification retireArtifact(ArtifactId id, ArtifactReason command) {
        return states.promote(id, PromotionState.RETIRED, command.reason(), null);
    }

    @Override
    public ArtifactVerification quarantineArtifact(ArtifactId id, ArtifactReason command) {
        return states.quarantine(id, command.reason());
    }

    @Override
    public ArtifactVerification releaseArtifact(ArtifactId id, ArtifactReason command) {
        return states.release(id, command.reason());
    }

    @Override
    public ArtifactVerification revokeArtifact(ArtifactId id, ArtifactReason command) {
        return states.revoke(id, command.reason());
    }

    @Override
    public ArtifactVerification reinstateArtifact(ArtifactId id, ArtifactReason command) {
        return states.reinstate(id, command.reason());
    }

    @Override
    public PlatformKeyPage listPlatformKeys(Integer limit, @Nullable String cursor) {
        List<PlatformKey> rows =
                platformKeys.list(PageCursor.decode(PLATFORM_KEYS, cursor, UUID::fromString), limit + 1);
        return new PlatformKeyPage(
                PageCursor.page(rows, limit), PageCursor.next(PLATFORM_KEYS, rows, limit, PlatformKey::id));
    }

    @Override
    public PlatformKey addPlatformKey(AddPlatformKey command) {
        return platformKeys.add(command);
    }

    @Override
    public PlatformKey confirmPlatformKey(PlatformKeyId id) {
        return platformKeys.confirm(id);
    }

    @Override
    public PlatformKey retirePlatformKey(PlatformKeyId id) {
        return platformKeys.retire(id);
    }

    @Override
    public PlatformKey revokePlatformKey(PlatformKeyId id, RevokePublisherKey command) {
        return platformKeys.revoke(id, command.reason());
    }
}
