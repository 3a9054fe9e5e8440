# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class OperationsApi:
    """What happens on the platform as it happens, for operators."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_overview(
        self,
    ) -> Overview:
        """Tell in a few figures what the fleet, the queue, the money and the events are doing."""
        call = Call("GET", "/api/v1/overview", accept="application/json")
        return self._transport.send(call, Overview)

    def stream_operator_events(
        self,
        *,
        after: str | None = None,
    ) -> BinaryIO:
        """Follow what happens on the platform, as server-sent events."""
        call = Call("GET", "/api/v1/operator-events", accept="text/event-stream")
        call.query("after", after)
        return self._transport.stream(call)
