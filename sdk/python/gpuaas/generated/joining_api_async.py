# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncJoiningApi:
    """How hosts join the fleet, and what a host reports about its fitness, for operators."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_join_line(
        self,
    ) -> JoinLine:
        """Get the line that makes a host join."""
        call = Call("GET", "/api/v1/nodes/join-line", accept="application/json")
        return await self._transport.send(call, JoinLine)

    async def get_node_checks(
        self,
        node_id: UUID,
    ) -> NodeChecks:
        """Get the checks a host made of itself."""
        call = Call("GET", "/api/v1/nodes/{node_id}/checks", accept="application/json")
        call.path("node_id", node_id)
        return await self._transport.send(call, NodeChecks)
