# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class RecordingsApi:
    """Recorded terminal sessions, where policy requires recording."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def download_recording(
        self,
        project_id: UUID,
        terminal_id: UUID,
        *,
        from_segment: int | None = None,
        to_segment: int | None = None,
    ) -> BinaryIO:
        """Download the stored segments of a recording."""
        call = Call("GET", "/api/v1/projects/{project_id}/recordings/{terminal_id}/download", accept="application/zip")
        call.path("project_id", project_id)
        call.path("terminal_id", terminal_id)
        call.query("from_segment", from_segment)
        call.query("to_segment", to_segment)
        return self._transport.stream(call)

    def get_recording(
        self,
        project_id: UUID,
        terminal_id: UUID,
    ) -> Recording:
        """Get a recording."""
        call = Call("GET", "/api/v1/projects/{project_id}/recordings/{terminal_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("terminal_id", terminal_id)
        return self._transport.send(call, Recording)

    def list_recording_segments(
        self,
        project_id: UUID,
        terminal_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> RecordingSegmentPage:
        """List the segments of a recording in order."""
        call = Call("GET", "/api/v1/projects/{project_id}/recordings/{terminal_id}/segments", accept="application/json")
        call.path("project_id", project_id)
        call.path("terminal_id", terminal_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, RecordingSegmentPage)

    def list_recordings(
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
        """List a project's recorded terminals, newest first."""
        call = Call("GET", "/api/v1/projects/{project_id}/recordings", accept="application/json")
        call.path("project_id", project_id)
        call.query("allocation_id", allocation_id)
        call.query("opened_by", opened_by)
        call.query("from", from_)
        call.query("to", to)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, RecordingPage)

    def play_recording(
        self,
        project_id: UUID,
        terminal_id: UUID,
        *,
        from_segment: int | None = None,
        to_segment: int | None = None,
        screens: bool = False,
    ) -> BinaryIO:
        """Play a recording, or a range of its segments, as asciicast v2."""
        call = Call("GET", "/api/v1/projects/{project_id}/recordings/{terminal_id}/play", accept="application/x-asciicast")
        call.path("project_id", project_id)
        call.path("terminal_id", terminal_id)
        call.query("from_segment", from_segment)
        call.query("to_segment", to_segment)
        call.query("screens", screens)
        return self._transport.stream(call)
