// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.PlatformKeyId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublishIntentId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.PublisherKeyId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Publishers and their keys, publish intents, and the images and other artifacts that were published. */
public interface ArtifactsApi {

    /** Register a public key that the platform signs artifacts with. */
    @ContractOperation(
            id = "addPlatformKey",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "platform_key.add")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/platform-keys", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    PlatformKey addPlatformKey(
            @Valid @RequestBody AddPlatformKey addPlatformKey);

    /** Register a public key or certificate that a publisher signs with. */
    @ContractOperation(
            id = "addPublisherKey",
            permission = "publishers.manage",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "publisher_key.add",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    PublisherKey addPublisherKey(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("publisher_id") PublisherId publisherId,
            @Valid @RequestBody AddPublisherKey addPublisherKey);

    /** Cancel a publish intent and drop what was pushed. */
    @ContractOperation(
            id = "cancelPublishIntent",
            permission = "apps.publish",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "publish_intent.cancel")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}/cancel", produces = "application/json")
    PublishIntent cancelPublishIntent(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("publish_intent_id") PublishIntentId publishIntentId);

    /** Check pushed artifacts and publish them. */
    @ContractOperation(
            id = "completePublishIntent",
            permission = "apps.publish",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "publish_intent.complete",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}/complete", produces = "application/json", consumes = "application/json")
    PublishedArtifacts completePublishIntent(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("publish_intent_id") PublishIntentId publishIntentId,
            @Valid @RequestBody CompletePublishIntent completePublishIntent);

    /** Confirm a platform key as a second person. */
    @ContractOperation(
            id = "confirmPlatformKey",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "platform_key.confirm")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/platform-keys/{platform_key_id}/confirm", produces = "application/json")
    PlatformKey confirmPlatformKey(
            @PathVariable("platform_key_id") PlatformKeyId platformKeyId);

    /** Confirm a publisher's key as a second person. */
    @ContractOperation(
            id = "confirmPublisherKey",
            permission = "publishers.manage",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "publisher_key.confirm",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys/{publisher_key_id}/confirm", produces = "application/json")
    PublisherKey confirmPublisherKey(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("publisher_id") PublisherId publisherId,
            @PathVariable("publisher_key_id") PublisherKeyId publisherKeyId);

    /** Announce artifacts and get a repository to push them to. */
    @ContractOperation(
            id = "createPublishIntent",
            permission = "apps.publish",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "publish_intent.create",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/publish-intents", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    PublishIntent createPublishIntent(
            @PathVariable("project_id") ProjectId projectId,
            @Valid @RequestBody CreatePublishIntent createPublishIntent);

    /** Register a publisher namespace for a tenant. */
    @ContractOperation(
            id = "createPublisher",
            permission = "publishers.manage",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "publisher.create",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/publishers", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Publisher createPublisher(
            @PathVariable("tenant_id") TenantId tenantId,
            @Valid @RequestBody CreatePublisher createPublisher);

    /** Deprecate an offered artifact. */
    @ContractOperation(
            id = "deprecateArtifact",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "artifact.deprecate")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/artifacts/{artifact_id}/deprecate", produces = "application/json", consumes = "application/json")
    ArtifactVerification deprecateArtifact(
            @PathVariable("artifact_id") ArtifactId artifactId,
            @Valid @RequestBody DeprecateArtifact deprecateArtifact);

    /** Get an artifact. */
    @ContractOperation(
            id = "getArtifact",
            permission = "artifacts.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/artifacts/{artifact_id}", produces = "application/json")
    Artifact getArtifact(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("artifact_id") ArtifactId artifactId);

    /** Get the states of an artifact, and its signatures. */
    @ContractOperation(
            id = "getArtifactVerification",
            permission = "artifacts.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/artifacts/{artifact_id}/verification", produces = "application/json")
    ArtifactVerification getArtifactVerification(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("artifact_id") ArtifactId artifactId);

    /** Get whether a project may launch an artifact, and why. */
    @ContractOperation(
            id = "getLaunchDecision",
            permission = "artifacts.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/launch-decision", produces = "application/json")
    LaunchDecision getLaunchDecision(
            @PathVariable("project_id") ProjectId projectId,
            @RequestParam(name = "digest") @Size(max = 135) @Pattern(regexp = "(?s:.*)(?:^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$)(?s:.*)") String digest,
            @RequestParam(name = "artifact_id", required = false) @Nullable ArtifactId artifactId);

    /** Get a publish intent. */
    @ContractOperation(
            id = "getPublishIntent",
            permission = "artifacts.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}", produces = "application/json")
    PublishIntent getPublishIntent(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("publish_intent_id") PublishIntentId publishIntentId);

    /** List the SBOMs of an artifact, and whether they were read. */
    @ContractOperation(
            id = "listArtifactSboms",
            permission = "artifacts.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/artifacts/{artifact_id}/sboms", produces = "application/json")
    ArtifactSboms listArtifactSboms(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("artifact_id") ArtifactId artifactId);

    /** List artifacts published by a project's tenant. */
    @ContractOperation(
            id = "listArtifacts",
            permission = "artifacts.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/artifacts", produces = "application/json")
    ArtifactPage listArtifacts(
            @PathVariable("project_id") ProjectId projectId,
            @RequestParam(name = "app", required = false) @Size(min = 4, max = 95) @Pattern(regexp = "^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$") @Nullable String app,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List the keys that the platform signs artifacts with. */
    @ContractOperation(
            id = "listPlatformKeys",
            permission = "publishers.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/platform-keys", produces = "application/json")
    PlatformKeyPage listPlatformKeys(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List a project's publish intents. */
    @ContractOperation(
            id = "listPublishIntents",
            permission = "artifacts.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/publish-intents", produces = "application/json")
    PublishIntentPage listPublishIntents(
            @PathVariable("project_id") ProjectId projectId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List the keys that a publisher signs with. */
    @ContractOperation(
            id = "listPublisherKeys",
            permission = "publishers.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys", produces = "application/json")
    PublisherKeyPage listPublisherKeys(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("publisher_id") PublisherId publisherId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List a tenant's publishers. */
    @ContractOperation(
            id = "listPublishers",
            permission = "publishers.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/publishers", produces = "application/json")
    PublisherPage listPublishers(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Offer an artifact to all tenants. */
    @ContractOperation(
            id = "promoteArtifact",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "artifact.promote")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/artifacts/{artifact_id}/promote", produces = "application/json", consumes = "application/json")
    ArtifactVerification promoteArtifact(
            @PathVariable("artifact_id") ArtifactId artifactId,
            @Valid @RequestBody ArtifactReason artifactReason);

    /** Withhold an artifact while it is examined. */
    @ContractOperation(
            id = "quarantineArtifact",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "artifact.quarantine")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/artifacts/{artifact_id}/quarantine", produces = "application/json", consumes = "application/json")
    ArtifactVerification quarantineArtifact(
            @PathVariable("artifact_id") ArtifactId artifactId,
            @Valid @RequestBody ArtifactReason artifactReason);

    /** Lift the revocation of an artifact, as one of two people. */
    @ContractOperation(
            id = "reinstateArtifact",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "artifact.reinstate")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/artifacts/{artifact_id}/reinstate", produces = "application/json", consumes = "application/json")
    ArtifactVerification reinstateArtifact(
            @PathVariable("artifact_id") ArtifactId artifactId,
            @Valid @RequestBody ArtifactReason artifactReason);

    /** Release a quarantined artifact. */
    @ContractOperation(
            id = "releaseArtifact",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "artifact.release")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/artifacts/{artifact_id}/release", produces = "application/json", consumes = "application/json")
    ArtifactVerification releaseArtifact(
            @PathVariable("artifact_id") ArtifactId artifactId,
            @Valid @RequestBody ArtifactReason artifactReason);

    /** Retire an artifact. */
    @ContractOperation(
            id = "retireArtifact",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "artifact.retire")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/artifacts/{artifact_id}/retire", produces = "application/json", consumes = "application/json")
    ArtifactVerification retireArtifact(
            @PathVariable("artifact_id") ArtifactId artifactId,
            @Valid @RequestBody ArtifactReason artifactReason);

    /** Stop accepting a platform key for later artifacts. */
    @ContractOperation(
            id = "retirePlatformKey",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "platform_key.retire")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/platform-keys/{platform_key_id}/retire", produces = "application/json")
    PlatformKey retirePlatformKey(
            @PathVariable("platform_key_id") PlatformKeyId platformKeyId);

    /** Stop accepting a publisher's key for later artifacts. */
    @ContractOperation(
            id = "retirePublisherKey",
            permission = "publishers.manage",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "publisher_key.retire")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys/{publisher_key_id}/retire", produces = "application/json")
    PublisherKey retirePublisherKey(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("publisher_id") PublisherId publisherId,
            @PathVariable("publisher_key_id") PublisherKeyId publisherKeyId);

    /** Revoke an artifact. */
    @ContractOperation(
            id = "revokeArtifact",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "artifact.revoke")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/artifacts/{artifact_id}/revoke", produces = "application/json", consumes = "application/json")
    ArtifactVerification revokeArtifact(
            @PathVariable("artifact_id") ArtifactId artifactId,
            @Valid @RequestBody ArtifactReason artifactReason);

    /** Revoke a platform key. */
    @ContractOperation(
            id = "revokePlatformKey",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "platform_key.revoke")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/platform-keys/{platform_key_id}/revoke", produces = "application/json", consumes = "application/json")
    PlatformKey revokePlatformKey(
            @PathVariable("platform_key_id") PlatformKeyId platformKeyId,
            @Valid @RequestBody RevokePublisherKey revokePublisherKey);

    /** Revoke a publisher's key. */
    @ContractOperation(
            id = "revokePublisherKey",
            permission = "publishers.manage",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "publisher_key.revoke")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys/{publisher_key_id}/revoke", produces = "application/json", consumes = "application/json")
    PublisherKey revokePublisherKey(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("publisher_id") PublisherId publisherId,
            @PathVariable("publisher_key_id") PublisherKeyId publisherKeyId,
            @Valid @RequestBody RevokePublisherKey revokePublisherKey);

    /** Verify the signatures of an artifact again. */
    @ContractOperation(
            id = "verifyArtifact",
            permission = "apps.publish",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "artifact.verify",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/artifacts/{artifact_id}/verify", produces = "application/json")
    ArtifactVerification verifyArtifact(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("artifact_id") ArtifactId artifactId);
}
