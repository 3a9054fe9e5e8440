# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncEventsApi:
    """Events waiting to be delivered, and events that could not be published or consumed. For operators."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def discard_dead_letter(
        self,
        dead_letter_id: UUID,
        discard_dead_letter: DiscardDeadLetter,
        *,
        idempotency_key: str | None = None,
    ) -> DeadLetter:
        """Discard a dead letter and release the events behind it."""
        call = Call("POST", "/api/v1/dead-letters/{dead_letter_id}/discard", accept="application/json")
        call.path("dead_letter_id", dead_letter_id)
        call.body(discard_dead_letter)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, DeadLetter)

    async def get_dead_letter(
        self,
        dead_letter_id: UUID,
    ) -> DeadLetter:
        """Get a dead letter with its payload and last error."""
        call = Call("GET", "/api/v1/dead-letters/{dead_letter_id}", accept="application/json")
        call.path("dead_letter_id", dead_letter_id)
        return await self._transport.send(call, DeadLetter)

    async def get_event_backlog(
        self,
    ) -> EventBacklog:
        """Get the number of unpublished events and the lag of each consumer."""
        call = Call("GET", "/api/v1/event-backlog", accept="application/json")
        return await self._transport.send(call, EventBacklog)

    async def list_dead_letters(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
        stage: str | None = None,
        aggregate_id: str | None = None,
    ) -> DeadLetterPage:
        """List events that could not be published or consumed."""
        call = Call("GET", "/api/v1/dead-letters", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        call.query("stage", stage)
        call.query("aggregate_id", aggregate_id)
        return await self._transport.send(call, DeadLetterPage)

    async def replay_dead_letter(
        self,
        dead_letter_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> DeadLetter:
        """Retry a dead letter now."""
        call = Call("POST", "/api/v1/dead-letters/{dead_letter_id}/replay", accept="application/json")
        call.path("dead_letter_id", dead_letter_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, DeadLetter)
