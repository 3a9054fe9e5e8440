// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.PlatformKeyId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublishIntentId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.PublisherKeyId;
import io.gpuaas.kernel.TenantId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Publishers and their keys, publish intents, and the images and other artifacts that were published. */
public final class ArtifactsApi {

    private final Transport transport;

    ArtifactsApi(Transport transport) {
        this.transport = transport;
    }

    /** Register a public key that the platform signs artifacts with. */
    public PlatformKey addPlatformKey(AddPlatformKey addPlatformKey) {
        return addPlatformKey(addPlatformKey, IdempotencyKey.random());
    }

    /** Register a public key that the platform signs artifacts with, under a key you chose: the same key again answers the same and does nothing more. */
    public PlatformKey addPlatformKey(AddPlatformKey addPlatformKey, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/platform-keys")
                .idempotencyKey(idempotencyKey)
                .body(addPlatformKey)
                .accept("application/json");
        return transport.send(call, PlatformKey.class);
    }

    /** Register a public key or certificate that a publisher signs with. */
    public PublisherKey addPublisherKey(TenantId tenantId, PublisherId publisherId, AddPublisherKey addPublisherKey) {
        return addPublisherKey(tenantId, publisherId, addPublisherKey, IdempotencyKey.random());
    }

    /** Register a public key or certificate that a publisher signs with, under a key you chose: the same key again answers the same and does nothing more. */
    public PublisherKey addPublisherKey(TenantId tenantId, PublisherId publisherId, AddPublisherKey addPublisherKey, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys")
                .path("tenant_id", tenantId)
                .path("publisher_id", publisherId)
                .idempotencyKey(idempotencyKey)
                .body(addPublisherKey)
                .accept("application/json");
        return transport.send(call, PublisherKey.class);
    }

    /** Cancel a publish intent and drop what was pushed. */
    public PublishIntent cancelPublishIntent(ProjectId projectId, PublishIntentId publishIntentId) {
        return cancelPublishIntent(projectId, publishIntentId, IdempotencyKey.random());
    }

    /** Cancel a publish intent and drop what was pushed, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public PublishIntent cancelPublishIntent(ProjectId projectId, PublishIntentId publishIntentId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}/cancel")
                .path("project_id", projectId)
                .path("publish_intent_id", publishIntentId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, PublishIntent.class);
    }

    /** Check pushed artifacts and publish them. */
    public PublishedArtifacts completePublishIntent(ProjectId projectId, PublishIntentId publishIntentId, CompletePublishIntent completePublishIntent) {
        return completePublishIntent(projectId, publishIntentId, completePublishIntent, IdempotencyKey.random());
    }

    /** Check pushed artifacts and publish them, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public PublishedArtifacts completePublishIntent(ProjectId projectId, PublishIntentId publishIntentId, CompletePublishIntent completePublishIntent, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}/complete")
                .path("project_id", projectId)
                .path("publish_intent_id", publishIntentId)
                .idempotencyKey(idempotencyKey)
                .body(completePublishIntent)
                .accept("application/json");
        return transport.send(call, PublishedArtifacts.class);
    }

    /** Confirm a platform key as a second person. */
    public PlatformKey confirmPlatformKey(PlatformKeyId platformKeyId) {
        return confirmPlatformKey(platformKeyId, IdempotencyKey.random());
    }

    /** Confirm a platform key as a second person, under a key you chose: the same key again answers the same and does nothing more. */
    public PlatformKey confirmPlatformKey(PlatformKeyId platformKeyId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/platform-keys/{platform_key_id}/confirm")
                .path("platform_key_id", platformKeyId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, PlatformKey.class);
    }

    /** Confirm a publisher's key as a second person. */
    public PublisherKey confirmPublisherKey(TenantId tenantId, PublisherId publisherId, PublisherKeyId publisherKeyId) {
        return confirmPublisherKey(tenantId, publisherId, publisherKeyId, IdempotencyKey.random());
    }

    /** Confirm a publisher's key as a second person, under a key you chose: the same key again answers the same and does nothing more. */
    public PublisherKey confirmPublisherKey(TenantId tenantId, PublisherId publisherId, PublisherKeyId publisherKeyId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys/{publisher_key_id}/confirm")
                .path("tenant_id", tenantId)
                .path("publisher_id", publisherId)
                .path("publisher_key_id", publisherKeyId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, PublisherKey.class);
    }

    /** Announce artifacts and get a repository to push them to. */
    public PublishIntent createPublishIntent(ProjectId projectId, CreatePublishIntent createPublishIntent) {
        return createPublishIntent(projectId, createPublishIntent, IdempotencyKey.random());
    }

    /** Announce artifacts and get a repository to push them to, under a key you chose: the same key again answers the same and does nothing more. */
    public PublishIntent createPublishIntent(ProjectId projectId, CreatePublishIntent createPublishIntent, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/publish-intents")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(createPublishIntent)
                .accept("application/json");
        return transport.send(call, PublishIntent.class);
    }

    /** Register a publisher namespace for a tenant. */
    public Publisher createPublisher(TenantId tenantId, CreatePublisher createPublisher) {
        return createPublisher(tenantId, createPublisher, IdempotencyKey.random());
    }

    /** Register a publisher namespace for a tenant, under a key you chose: the same key again answers the same and does nothing more. */
    public Publisher createPublisher(TenantId tenantId, CreatePublisher createPublisher, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/publishers")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .body(createPublisher)
                .accept("application/json");
        return transport.send(call, Publisher.class);
    }

    /** Deprecate an offered artifact. */
    public ArtifactVerification deprecateArtifact(ArtifactId artifactId, DeprecateArtifact deprecateArtifact) {
        return deprecateArtifact(artifactId, deprecateArtifact, IdempotencyKey.random());
    }

    /** Deprecate an offered artifact, under a key you chose: the same key again answers the same and does nothing more. */
    public ArtifactVerification deprecateArtifact(ArtifactId artifactId, DeprecateArtifact deprecateArtifact, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/artifacts/{artifact_id}/deprecate")
                .path("artifact_id", artifactId)
                .idempotencyKey(idempotencyKey)
                .body(deprecateArtifact)
                .accept("application/json");
        return transport.send(call, ArtifactVerification.class);
    }

    /** Get an artifact. */
    public Artifact getArtifact(ProjectId projectId, ArtifactId artifactId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/artifacts/{artifact_id}")
                .path("project_id", projectId)
                .path("artifact_id", artifactId)
                .accept("application/json");
        return transport.send(call, Artifact.class);
    }

    /** Get the states of an artifact, and its signatures. */
    public ArtifactVerification getArtifactVerification(ProjectId projectId, ArtifactId artifactId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/artifacts/{artifact_id}/verification")
                .path("project_id", projectId)
                .path("artifact_id", artifactId)
                .accept("application/json");
        return transport.send(call, ArtifactVerification.class);
    }

    /** Get whether a project may launch an artifact, and why. */
    public LaunchDecision getLaunchDecision(ProjectId projectId, String digest, GetLaunchDecisionFilter filter) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/launch-decision")
                .path("project_id", projectId)
                .query("digest", digest)
                .query(filter.parameters())
                .accept("application/json");
        return transport.send(call, LaunchDecision.class);
    }

    /** Get a publish intent. */
    public PublishIntent getPublishIntent(ProjectId projectId, PublishIntentId publishIntentId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}")
                .path("project_id", projectId)
                .path("publish_intent_id", publishIntentId)
                .accept("application/json");
        return transport.send(call, PublishIntent.class);
    }

    /** List the SBOMs of an artifact, and whether they were read. */
    public ArtifactSboms listArtifactSboms(ProjectId projectId, ArtifactId artifactId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/artifacts/{artifact_id}/sboms")
                .path("project_id", projectId)
                .path("artifact_id", artifactId)
                .accept("application/json");
        return transport.send(call, ArtifactSboms.class);
    }

    /** List artifacts published by a project's tenant. */
    public ArtifactPage listArtifacts(ProjectId projectId, ListArtifactsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/artifacts")
                .path("project_id", projectId)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, ArtifactPage.class);
    }

    /** List the keys that the platform signs artifacts with. */
    public PlatformKeyPage listPlatformKeys(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/platform-keys")
                .page(page)
                .accept("application/json");
        return transport.send(call, PlatformKeyPage.class);
    }

    /** List a project's publish intents. */
    public PublishIntentPage listPublishIntents(ProjectId projectId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/publish-intents")
                .path("project_id", projectId)
                .page(page)
                .accept("application/json");
        return transport.send(call, PublishIntentPage.class);
    }

    /** List the keys that a publisher signs with. */
    public PublisherKeyPage listPublisherKeys(TenantId tenantId, PublisherId publisherId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys")
                .path("tenant_id", tenantId)
                .path("publisher_id", publisherId)
                .page(page)
                .accept("application/json");
        return transport.send(call, PublisherKeyPage.class);
    }

    /** List a tenant's publishers. */
    public PublisherPage listPublishers(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/publishers")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, PublisherPage.class);
    }

    /** Offer an artifact to all tenants. */
    public ArtifactVerification promoteArtifact(ArtifactId artifactId, ArtifactReason artifactReason) {
        return promoteArtifact(artifactId, artifactReason, IdempotencyKey.random());
    }

    /** Offer an artifact to all tenants, under a key you chose: the same key again answers the same and does nothing more. */
    public ArtifactVerification promoteArtifact(ArtifactId artifactId, ArtifactReason artifactReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/artifacts/{artifact_id}/promote")
                .path("artifact_id", artifactId)
                .idempotencyKey(idempotencyKey)
                .body(artifactReason)
                .accept("application/json");
        return transport.send(call, ArtifactVerification.class);
    }

    /** Withhold an artifact while it is examined. */
    public ArtifactVerification quarantineArtifact(ArtifactId artifactId, ArtifactReason artifactReason) {
        return quarantineArtifact(artifactId, artifactReason, IdempotencyKey.random());
    }

    /** Withhold an artifact while it is examined, under a key you chose: the same key again answers the same and does nothing more. */
    public ArtifactVerification quarantineArtifact(ArtifactId artifactId, ArtifactReason artifactReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/artifacts/{artifact_id}/quarantine")
                .path("artifact_id", artifactId)
                .idempotencyKey(idempotencyKey)
                .body(artifactReason)
                .accept("application/json");
        return transport.send(call, ArtifactVerification.class);
    }

    /** Lift the revocation of an artifact, as one of two people. */
    public ArtifactVerification reinstateArtifact(ArtifactId artifactId, ArtifactReason artifactReason) {
        return reinstateArtifact(artifactId, artifactReason, IdempotencyKey.random());
    }

    /** Lift the revocation of an artifact, as one of two people, under a key you chose: the same key again answers the same and does nothing more. */
    public ArtifactVerification reinstateArtifact(ArtifactId artifactId, ArtifactReason artifactReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/artifacts/{artifact_id}/reinstate")
                .path("artifact_id", artifactId)
                .idempotencyKey(idempotencyKey)
                .body(artifactReason)
                .accept("application/json");
        return transport.send(call, ArtifactVerification.class);
    }

    /** Release a quarantined artifact. */
    public ArtifactVerification releaseArtifact(ArtifactId artifactId, ArtifactReason artifactReason) {
        return releaseArtifact(artifactId, artifactReason, IdempotencyKey.random());
    }

    /** Release a quarantined artifact, under a key you chose: the same key again answers the same and does nothing more. */
    public ArtifactVerification releaseArtifact(ArtifactId artifactId, ArtifactReason artifactReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/artifacts/{artifact_id}/release")
                .path("artifact_id", artifactId)
                .idempotencyKey(idempotencyKey)
                .body(artifactReason)
                .accept("application/json");
        return transport.send(call, ArtifactVerification.class);
    }

    /** Retire an artifact. */
    public ArtifactVerification retireArtifact(ArtifactId artifactId, ArtifactReason artifactReason) {
        return retireArtifact(artifactId, artifactReason, IdempotencyKey.random());
    }

    /** Retire an artifact, under a key you chose: the same key again answers the same and does nothing more. */
    public ArtifactVerification retireArtifact(ArtifactId artifactId, ArtifactReason artifactReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/artifacts/{artifact_id}/retire")
                .path("artifact_id", artifactId)
                .idempotencyKey(idempotencyKey)
                .body(artifactReason)
                .accept("application/json");
        return transport.send(call, ArtifactVerification.class);
    }

    /** Stop accepting a platform key for later artifacts. */
    public PlatformKey retirePlatformKey(PlatformKeyId platformKeyId) {
        return retirePlatformKey(platformKeyId, IdempotencyKey.random());
    }

    /** Stop accepting a platform key for later artifacts, under a key you chose: the same key again answers the same and does nothing more. */
    public PlatformKey retirePlatformKey(PlatformKeyId platformKeyId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/platform-keys/{platform_key_id}/retire")
                .path("platform_key_id", platformKeyId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, PlatformKey.class);
    }

    /** Stop accepting a publisher's key for later artifacts. */
    public PublisherKey retirePublisherKey(TenantId tenantId, PublisherId publisherId, PublisherKeyId publisherKeyId) {
        return retirePublisherKey(tenantId, publisherId, publisherKeyId, IdempotencyKey.random());
    }

    /** Stop accepting a publisher's key for later artifacts, under a key you chose: the same key again answers the same and does nothing more. */
    public PublisherKey retirePublisherKey(TenantId tenantId, PublisherId publisherId, PublisherKeyId publisherKeyId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys/{publisher_key_id}/retire")
                .path("tenant_id", tenantId)
                .path("publisher_id", publisherId)
                .path("publisher_key_id", publisherKeyId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, PublisherKey.class);
    }

    /** Revoke an artifact. */
    public ArtifactVerification revokeArtifact(ArtifactId artifactId, ArtifactReason artifactReason) {
        return revokeArtifact(artifactId, artifactReason, IdempotencyKey.random());
    }

    /** Revoke an artifact, under a key you chose: the same key again answers the same and does nothing more. */
    public ArtifactVerification revokeArtifact(ArtifactId artifactId, ArtifactReason artifactReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/artifacts/{artifact_id}/revoke")
                .path("artifact_id", artifactId)
                .idempotencyKey(idempotencyKey)
                .body(artifactReason)
                .accept("application/json");
        return transport.send(call, ArtifactVerification.class);
    }

    /** Revoke a platform key. */
    public PlatformKey revokePlatformKey(PlatformKeyId platformKeyId, RevokePublisherKey revokePublisherKey) {
        return revokePlatformKey(platformKeyId, revokePublisherKey, IdempotencyKey.random());
    }

    /** Revoke a platform key, under a key you chose: the same key again answers the same and does nothing more. */
    public PlatformKey revokePlatformKey(PlatformKeyId platformKeyId, RevokePublisherKey revokePublisherKey, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/platform-keys/{platform_key_id}/revoke")
                .path("platform_key_id", platformKeyId)
                .idempotencyKey(idempotencyKey)
                .body(revokePublisherKey)
                .accept("application/json");
        return transport.send(call, PlatformKey.class);
    }

    /** Revoke a publisher's key. */
    public PublisherKey revokePublisherKey(TenantId tenantId, PublisherId publisherId, PublisherKeyId publisherKeyId, RevokePublisherKey revokePublisherKey) {
        return revokePublisherKey(tenantId, publisherId, publisherKeyId, revokePublisherKey, IdempotencyKey.random());
    }

    /** Revoke a publisher's key, under a key you chose: the same key again answers the same and does nothing more. */
    public PublisherKey revokePublisherKey(TenantId tenantId, PublisherId publisherId, PublisherKeyId publisherKeyId, RevokePublisherKey revokePublisherKey, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys/{publisher_key_id}/revoke")
                .path("tenant_id", tenantId)
                .path("publisher_id", publisherId)
                .path("publisher_key_id", publisherKeyId)
                .idempotencyKey(idempotencyKey)
                .body(revokePublisherKey)
                .accept("application/json");
        return transport.send(call, PublisherKey.class);
    }

    /** Verify the signatures of an artifact again. */
    public ArtifactVerification verifyArtifact(ProjectId projectId, ArtifactId artifactId) {
        return verifyArtifact(projectId, artifactId, IdempotencyKey.random());
    }

    /** Verify the signatures of an artifact again, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public ArtifactVerification verifyArtifact(ProjectId projectId, ArtifactId artifactId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/artifacts/{artifact_id}/verify")
                .path("project_id", projectId)
                .path("artifact_id", artifactId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, ArtifactVerification.class);
    }

    /** Filters of {@code getLaunchDecision}. */
    public record GetLaunchDecisionFilter(Map<String, String> parameters) {

        public GetLaunchDecisionFilter {
            parameters = Map.copyOf(parameters);
        }

        public static GetLaunchDecisionFilter none() {
            return new GetLaunchDecisionFilter(Map.of());
        }

        public GetLaunchDecisionFilter artifactId(ArtifactId artifactId) {
            return new GetLaunchDecisionFilter(Parameters.with(parameters, "artifact_id", artifactId));
        }
    }

    /** Filters of {@code listArtifacts}. */
    public record ListArtifactsFilter(Map<String, String> parameters) {

        public ListArtifactsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListArtifactsFilter none() {
            return new ListArtifactsFilter(Map.of());
        }

        public ListArtifactsFilter app(String app) {
            return new ListArtifactsFilter(Parameters.with(parameters, "app", app));
        }
    }
}
