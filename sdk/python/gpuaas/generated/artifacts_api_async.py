# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncArtifactsApi:
    """Publishers and their keys, publish intents, and the images and other artifacts that were published."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def add_platform_key(
        self,
        add_platform_key: AddPlatformKey,
        *,
        idempotency_key: str | None = None,
    ) -> PlatformKey:
        """Register a public key that the platform signs artifacts with."""
        call = Call("POST", "/api/v1/platform-keys", accept="application/json")
        call.body(add_platform_key)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, PlatformKey)

    async def add_publisher_key(
        self,
        tenant_id: UUID,
        publisher_id: UUID,
        add_publisher_key: AddPublisherKey,
        *,
        idempotency_key: str | None = None,
    ) -> PublisherKey:
        """Register a public key or certificate that a publisher signs with."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("publisher_id", publisher_id)
        call.body(add_publisher_key)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, PublisherKey)

    async def cancel_publish_intent(
        self,
        project_id: UUID,
        publish_intent_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> PublishIntent:
        """Cancel a publish intent and drop what was pushed."""
        call = Call("POST", "/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}/cancel", accept="application/json")
        call.path("project_id", project_id)
        call.path("publish_intent_id", publish_intent_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, PublishIntent)

    async def complete_publish_intent(
        self,
        project_id: UUID,
        publish_intent_id: UUID,
        complete_publish_intent: CompletePublishIntent,
        *,
        idempotency_key: str | None = None,
    ) -> PublishedArtifacts:
        """Check pushed artifacts and publish them."""
        call = Call("POST", "/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}/complete", accept="application/json")
        call.path("project_id", project_id)
        call.path("publish_intent_id", publish_intent_id)
        call.body(complete_publish_intent)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, PublishedArtifacts)

    async def confirm_platform_key(
        self,
        platform_key_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> PlatformKey:
        """Confirm a platform key as a second person."""
        call = Call("POST", "/api/v1/platform-keys/{platform_key_id}/confirm", accept="application/json")
        call.path("platform_key_id", platform_key_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, PlatformKey)

    async def confirm_publisher_key(
        self,
        tenant_id: UUID,
        publisher_id: UUID,
        publisher_key_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> PublisherKey:
        """Confirm a publisher's key as a second person."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys/{publisher_key_id}/confirm", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("publisher_id", publisher_id)
        call.path("publisher_key_id", publisher_key_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, PublisherKey)

    async def create_publish_intent(
        self,
        project_id: UUID,
        create_publish_intent: CreatePublishIntent,
        *,
        idempotency_key: str | None = None,
    ) -> PublishIntent:
        """Announce artifacts and get a repository to push them to."""
        call = Call("POST", "/api/v1/projects/{project_id}/publish-intents", accept="application/json")
        call.path("project_id", project_id)
        call.body(create_publish_intent)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, PublishIntent)

    async def create_publisher(
        self,
        tenant_id: UUID,
        create_publisher: CreatePublisher,
        *,
        idempotency_key: str | None = None,
    ) -> Publisher:
        """Register a publisher namespace for a tenant."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/publishers", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(create_publisher)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Publisher)

    async def deprecate_artifact(
        self,
        artifact_id: UUID,
        deprecate_artifact: DeprecateArtifact,
        *,
        idempotency_key: str | None = None,
    ) -> ArtifactVerification:
        """Deprecate an offered artifact."""
        call = Call("POST", "/api/v1/artifacts/{artifact_id}/deprecate", accept="application/json")
        call.path("artifact_id", artifact_id)
        call.body(deprecate_artifact)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, ArtifactVerification)

    async def get_artifact(
        self,
        project_id: UUID,
        artifact_id: UUID,
    ) -> Artifact:
        """Get an artifact."""
        call = Call("GET", "/api/v1/projects/{project_id}/artifacts/{artifact_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("artifact_id", artifact_id)
        return await self._transport.send(call, Artifact)

    async def get_artifact_verification(
        self,
        project_id: UUID,
        artifact_id: UUID,
    ) -> ArtifactVerification:
        """Get the states of an artifact, and its signatures."""
        call = Call("GET", "/api/v1/projects/{project_id}/artifacts/{artifact_id}/verification", accept="application/json")
        call.path("project_id", project_id)
        call.path("artifact_id", artifact_id)
        return await self._transport.send(call, ArtifactVerification)

    async def get_launch_decision(
        self,
        project_id: UUID,
        digest: str,
        *,
        artifact_id: UUID | None = None,
    ) -> LaunchDecision:
        """Get whether a project may launch an artifact, and why."""
        call = Call("GET", "/api/v1/projects/{project_id}/launch-decision", accept="application/json")
        call.path("project_id", project_id)
        call.query("digest", digest)
        call.query("artifact_id", artifact_id)
        return await self._transport.send(call, LaunchDecision)

    async def get_publish_intent(
        self,
        project_id: UUID,
        publish_intent_id: UUID,
    ) -> PublishIntent:
        """Get a publish intent."""
        call = Call("GET", "/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("publish_intent_id", publish_intent_id)
        return await self._transport.send(call, PublishIntent)

    async def list_artifact_sboms(
        self,
        project_id: UUID,
        artifact_id: UUID,
    ) -> ArtifactSboms:
        """List the SBOMs of an artifact, and whether they were read."""
        call = Call("GET", "/api/v1/projects/{project_id}/artifacts/{artifact_id}/sboms", accept="application/json")
        call.path("project_id", project_id)
        call.path("artifact_id", artifact_id)
        return await self._transport.send(call, ArtifactSboms)

    async def list_artifacts(
        self,
        project_id: UUID,
        *,
        app: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ArtifactPage:
        """List artifacts published by a project's tenant."""
        call = Call("GET", "/api/v1/projects/{project_id}/artifacts", accept="application/json")
        call.path("project_id", project_id)
        call.query("app", app)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, ArtifactPage)

    async def list_platform_keys(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PlatformKeyPage:
        """List the keys that the platform signs artifacts with."""
        call = Call("GET", "/api/v1/platform-keys", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, PlatformKeyPage)

    async def list_publish_intents(
        self,
        project_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PublishIntentPage:
        """List a project's publish intents."""
        call = Call("GET", "/api/v1/projects/{project_id}/publish-intents", accept="application/json")
        call.path("project_id", project_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, PublishIntentPage)

    async def list_publisher_keys(
        self,
        tenant_id: UUID,
        publisher_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PublisherKeyPage:
        """List the keys that a publisher signs with."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("publisher_id", publisher_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, PublisherKeyPage)

    async def list_publishers(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PublisherPage:
        """List a tenant's publishers."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/publishers", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, PublisherPage)

    async def promote_artifact(
        self,
        artifact_id: UUID,
        artifact_reason: ArtifactReason,
        *,
        idempotency_key: str | None = None,
    ) -> ArtifactVerification:
        """Offer an artifact to all tenants."""
        call = Call("POST", "/api/v1/artifacts/{artifact_id}/promote", accept="application/json")
        call.path("artifact_id", artifact_id)
        call.body(artifact_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, ArtifactVerification)

    async def quarantine_artifact(
        self,
        artifact_id: UUID,
        artifact_reason: ArtifactReason,
        *,
        idempotency_key: str | None = None,
    ) -> ArtifactVerification:
        """Withhold an artifact while it is examined."""
        call = Call("POST", "/api/v1/artifacts/{artifact_id}/quarantine", accept="application/json")
        call.path("artifact_id", artifact_id)
        call.body(artifact_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, ArtifactVerification)

    async def reinstate_artifact(
        self,
        artifact_id: UUID,
        artifact_reason: ArtifactReason,
        *,
        idempotency_key: str | None = None,
    ) -> ArtifactVerification:
        """Lift the revocation of an artifact, as one of two people."""
        call = Call("POST", "/api/v1/artifacts/{artifact_id}/reinstate", accept="application/json")
        call.path("artifact_id", artifact_id)
        call.body(artifact_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, ArtifactVerification)

    async def release_artifact(
        self,
        artifact_id: UUID,
        artifact_reason: ArtifactReason,
        *,
        idempotency_key: str | None = None,
    ) -> ArtifactVerification:
        """Release a quarantined artifact."""
        call = Call("POST", "/api/v1/artifacts/{artifact_id}/release", accept="application/json")
        call.path("artifact_id", artifact_id)
        call.body(artifact_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, ArtifactVerification)

    async def retire_artifact(
        self,
        artifact_id: UUID,
        artifact_reason: ArtifactReason,
        *,
        idempotency_key: str | None = None,
    ) -> ArtifactVerification:
        """Retire an artifact."""
        call = Call("POST", "/api/v1/artifacts/{artifact_id}/retire", accept="application/json")
        call.path("artifact_id", artifact_id)
        call.body(artifact_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, ArtifactVerification)

    async def retire_platform_key(
        self,
        platform_key_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> PlatformKey:
        """Stop accepting a platform key for later artifacts."""
        call = Call("POST", "/api/v1/platform-keys/{platform_key_id}/retire", accept="application/json")
        call.path("platform_key_id", platform_key_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, PlatformKey)

    async def retire_publisher_key(
        self,
        tenant_id: UUID,
        publisher_id: UUID,
        publisher_key_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> PublisherKey:
        """Stop accepting a publisher's key for later artifacts."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys/{publisher_key_id}/retire", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("publisher_id", publisher_id)
        call.path("publisher_key_id", publisher_key_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, PublisherKey)

    async def revoke_artifact(
        self,
        artifact_id: UUID,
        artifact_reason: ArtifactReason,
        *,
        idempotency_key: str | None = None,
    ) -> ArtifactVerification:
        """Revoke an artifact."""
        call = Call("POST", "/api/v1/artifacts/{artifact_id}/revoke", accept="application/json")
        call.path("artifact_id", artifact_id)
        call.body(artifact_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, ArtifactVerification)

    async def revoke_platform_key(
        self,
        platform_key_id: UUID,
        revoke_publisher_key: RevokePublisherKey,
        *,
        idempotency_key: str | None = None,
    ) -> PlatformKey:
        """Revoke a platform key."""
        call = Call("POST", "/api/v1/platform-keys/{platform_key_id}/revoke", accept="application/json")
        call.path("platform_key_id", platform_key_id)
        call.body(revoke_publisher_key)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, PlatformKey)

    async def revoke_publisher_key(
        self,
        tenant_id: UUID,
        publisher_id: UUID,
        publisher_key_id: UUID,
        revoke_publisher_key: RevokePublisherKey,
        *,
        idempotency_key: str | None = None,
    ) -> PublisherKey:
        """Revoke a publisher's key."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/publishers/{publisher_id}/keys/{publisher_key_id}/revoke", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("publisher_id", publisher_id)
        call.path("publisher_key_id", publisher_key_id)
        call.body(revoke_publisher_key)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, PublisherKey)

    async def verify_artifact(
        self,
        project_id: UUID,
        artifact_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> ArtifactVerification:
        """Verify the signatures of an artifact again."""
        call = Call("POST", "/api/v1/projects/{project_id}/artifacts/{artifact_id}/verify", accept="application/json")
        call.path("project_id", project_id)
        call.path("artifact_id", artifact_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, ArtifactVerification)
