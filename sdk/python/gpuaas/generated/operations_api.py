# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class OperationsApi:
    """Live events and an overview of the platform, for operators."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_overview(
        self,
    ) -> Overview:
        """Get an overview of the fleet, queue, billing and events."""
        call = Call("GET", "/api/v1/overview", accept="application/json")
        return self._transport.send(call, Overview)

    def list_background_rounds(
        self,
    ) -> BackgroundRounds:
        """List the background work of all processes."""
        call = Call("GET", "/api/v1/background-rounds", accept="application/json")
        return self._transport.send(call, BackgroundRounds)

    def stream_operator_events(
        self,
        *,
        after: str | None = None,
    ) -> BinaryIO:
        """Stream platform events."""
        call = Call("GET", "/api/v1/operator-events", accept="text/event-stream")
        call.query("after", after)
        return self._transport.stream(call)
