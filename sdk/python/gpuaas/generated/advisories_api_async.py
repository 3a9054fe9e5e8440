# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncAdvisoriesApi:
    """Advisories about packages, and the artifacts that they hit."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def close_advisory(
        self,
        advisory_id: UUID,
        artifact_reason: ArtifactReason,
        *,
        idempotency_key: str | None = None,
    ) -> Advisory:
        """Close an advisory."""
        call = Call("POST", "/api/v1/advisories/{advisory_id}/close", accept="application/json")
        call.path("advisory_id", advisory_id)
        call.body(artifact_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Advisory)

    async def create_advisory(
        self,
        create_advisory: CreateAdvisory,
        *,
        idempotency_key: str | None = None,
    ) -> Advisory:
        """File an advisory about versions of a package."""
        call = Call("POST", "/api/v1/advisories", accept="application/json")
        call.body(create_advisory)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Advisory)

    async def get_advisory(
        self,
        advisory_id: UUID,
    ) -> Advisory:
        """Get an advisory."""
        call = Call("GET", "/api/v1/advisories/{advisory_id}", accept="application/json")
        call.path("advisory_id", advisory_id)
        return await self._transport.send(call, Advisory)

    async def list_advisories(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AdvisoryPage:
        """List advisories about packages."""
        call = Call("GET", "/api/v1/advisories", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, AdvisoryPage)

    async def list_advisory_hits(
        self,
        advisory_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AdvisoryHitPage:
        """List the artifacts and app versions that an advisory hits."""
        call = Call("GET", "/api/v1/advisories/{advisory_id}/hits", accept="application/json")
        call.path("advisory_id", advisory_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, AdvisoryHitPage)
