# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncOperationsApi:
    """What happens on the platform as it happens, for operators."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_overview(
        self,
    ) -> Overview:
        """Tell in a few figures what the fleet, the queue, the money and the events are doing."""
        call = Call("GET", "/api/v1/overview", accept="application/json")
        return await self._transport.send(call, Overview)

    async def stream_operator_events(
        self,
        *,
        after: str | None = None,
    ) -> AsyncStream:
        """Follow what happens on the platform, as server-sent events."""
        call = Call("GET", "/api/v1/operator-events", accept="text/event-stream")
        call.query("after", after)
        return await self._transport.stream(call)
