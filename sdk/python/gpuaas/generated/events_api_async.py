# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .events_api import EventsApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncEventsApi:
    """Events that wait, and those that could not be published or consumed and what to do with them."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = EventsApi(transport)
        self._threads = threads

    async def discard_dead_letter(
        self,
        dead_letter_id: UUID,
        discard_dead_letter: DiscardDeadLetter,
        *,
        idempotency_key: str | None = None,
    ) -> DeadLetter:
        """Give up on a dead letter and let the events behind it go on."""
        return await self._threads.run(
            self._api.discard_dead_letter,
            dead_letter_id,
            discard_dead_letter,
            idempotency_key=idempotency_key,
        )

    async def get_dead_letter(
        self,
        dead_letter_id: UUID,
    ) -> DeadLetter:
        """Show a dead letter with its payload and last error."""
        return await self._threads.run(
            self._api.get_dead_letter,
            dead_letter_id,
        )

    async def get_event_backlog(
        self,
    ) -> EventBacklog:
        """Tell which events wait to be published, and how far each consumer is behind."""
        return await self._threads.run(
            self._api.get_event_backlog,
        )

    async def list_dead_letters(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
        stage: str | None = None,
        aggregate_id: str | None = None,
    ) -> DeadLetterPage:
        """List events that could not be published or consumed."""
        return await self._threads.run(
            self._api.list_dead_letters,
            limit=limit,
            cursor=cursor,
            stage=stage,
            aggregate_id=aggregate_id,
        )

    async def replay_dead_letter(
        self,
        dead_letter_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> DeadLetter:
        """Try a dead letter again now."""
        return await self._threads.run(
            self._api.replay_dead_letter,
            dead_letter_id,
            idempotency_key=idempotency_key,
        )
