# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class ArtifactsApi:
    """Publishers, publish intents, and the images and other artifacts that were published."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def cancel_publish_intent(
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
        return self._transport.send(call, PublishIntent)

    def complete_publish_intent(
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
        return self._transport.send(call, PublishedArtifacts)

    def create_publish_intent(
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
        return self._transport.send(call, PublishIntent)

    def create_publisher(
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
        return self._transport.send(call, Publisher)

    def get_artifact(
        self,
        project_id: UUID,
        artifact_id: UUID,
    ) -> Artifact:
        """Get an artifact."""
        call = Call("GET", "/api/v1/projects/{project_id}/artifacts/{artifact_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("artifact_id", artifact_id)
        return self._transport.send(call, Artifact)

    def get_publish_intent(
        self,
        project_id: UUID,
        publish_intent_id: UUID,
    ) -> PublishIntent:
        """Get a publish intent."""
        call = Call("GET", "/api/v1/projects/{project_id}/publish-intents/{publish_intent_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("publish_intent_id", publish_intent_id)
        return self._transport.send(call, PublishIntent)

    def list_artifacts(
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
        return self._transport.send(call, ArtifactPage)

    def list_publish_intents(
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
        return self._transport.send(call, PublishIntentPage)

    def list_publishers(
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
        return self._transport.send(call, PublisherPage)
