# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .recordings_api import RecordingsApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncRecordingsApi:
    """What happened in terminals, where policy has them recorded."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = RecordingsApi(transport)
        self._threads = threads

    async def get_recording(
        self,
        project_id: UUID,
        terminal_id: UUID,
    ) -> Recording:
        """Show what is known of a recording."""
        return await self._threads.run(
            self._api.get_recording,
            project_id,
            terminal_id,
        )

    async def list_recording_segments(
        self,
        project_id: UUID,
        terminal_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> RecordingSegmentPage:
        """List the segments of a recording in their order, by which a player finds a time in it."""
        return await self._threads.run(
            self._api.list_recording_segments,
            project_id,
            terminal_id,
            limit=limit,
            cursor=cursor,
        )

    async def list_recordings(
        self,
        project_id: UUID,
        *,
        allocation_id: UUID | None = None,
        opened_by: UUID | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> RecordingPage:
        """List the recorded terminals of a project, newest first."""
        return await self._threads.run(
            self._api.list_recordings,
            project_id,
            allocation_id=allocation_id,
            opened_by=opened_by,
            from_=from_,
            to=to,
            limit=limit,
            cursor=cursor,
        )

    async def play_recording(
        self,
        project_id: UUID,
        terminal_id: UUID,
        *,
        from_segment: int | None = None,
        to_segment: int | None = None,
    ) -> AsyncStream:
        """Read a recording, or a range of its segments, as asciicast v2."""
        return await self._threads.open(
            self._api.play_recording,
            project_id,
            terminal_id,
            from_segment=from_segment,
            to_segment=to_segment,
        )
