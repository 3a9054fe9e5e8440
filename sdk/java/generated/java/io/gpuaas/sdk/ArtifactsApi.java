// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublishIntentId;
import io.gpuaas.kernel.TenantId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Publishers, publish intents, and the images and other artifacts that were published. */
public final class ArtifactsApi {

    private final Transport transport;

    ArtifactsApi(Transport transport) {
        this.transport = transport;
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

    /** Get an artifact. */
    public Artifact getArtifact(ProjectId projectId, ArtifactId artifactId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/artifacts/{artifact_id}")
                .path("project_id", projectId)
                .path("artifact_id", artifactId)
                .accept("application/json");
        return transport.send(call, Artifact.class);
    }

    /** Get a publish intent. */
    public PublishIntent getPublishIntent(ProjectId projectId, PublishIntentId publishIntentId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}")
                .path("project_id", projectId)
                .path("publish_intent_id", publishIntentId)
                .accept("application/json");
        return transport.send(call, PublishIntent.class);
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

    /** List a project's publish intents. */
    public PublishIntentPage listPublishIntents(ProjectId projectId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/publish-intents")
                .path("project_id", projectId)
                .page(page)
                .accept("application/json");
        return transport.send(call, PublishIntentPage.class);
    }

    /** List a tenant's publishers. */
    public PublisherPage listPublishers(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/publishers")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, PublisherPage.class);
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
