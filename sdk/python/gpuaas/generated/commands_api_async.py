# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncCommandsApi:
    """Programs run in allocations without a terminal, and their output."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def attach_command(
        self,
        project_id: UUID,
        allocation_id: UUID,
        command_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> CommandAccess:
        """Get another token for your own command."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}/attach", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.path("command_id", command_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, CommandAccess)

    async def cancel_command(
        self,
        project_id: UUID,
        allocation_id: UUID,
        command_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Command:
        """End a command."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}/cancel", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.path("command_id", command_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Command)

    async def get_command(
        self,
        project_id: UUID,
        allocation_id: UUID,
        command_id: UUID,
    ) -> Command:
        """Get a command."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.path("command_id", command_id)
        return await self._transport.send(call, Command)

    async def list_commands(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> CommandPage:
        """List an allocation's commands, newest first."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, CommandPage)

    async def read_command_output(
        self,
        project_id: UUID,
        allocation_id: UUID,
        command_id: UUID,
        *,
        stream: CommandOutput | None = None,
        offset: int | None = None,
    ) -> AsyncStream:
        """Read the stored output of a command."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}/output", accept="application/octet-stream")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.path("command_id", command_id)
        call.query("stream", stream)
        call.query("offset", offset)
        return await self._transport.stream(call)

    async def start_command(
        self,
        project_id: UUID,
        allocation_id: UUID,
        start_command: StartCommand,
        *,
        idempotency_key: str | None = None,
    ) -> CommandAccess:
        """Run a program in an allocation."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.body(start_command)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, CommandAccess)
