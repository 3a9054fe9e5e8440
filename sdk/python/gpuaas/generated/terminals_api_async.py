# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncTerminalsApi:
    """Shells in allocations, in the browser or from the command line."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def attach_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        terminal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> TerminalAccess:
        """Get another token for a terminal of one's own, to come back to it or to watch it."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/attach", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.path("terminal_id", terminal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, TerminalAccess)

    async def close_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        terminal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Terminal:
        """End a terminal with everything that runs in it."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/close", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.path("terminal_id", terminal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Terminal)

    async def join_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        terminal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> TerminalAccess:
        """Get a token to watch a terminal of somebody else."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/join", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.path("terminal_id", terminal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, TerminalAccess)

    async def list_file_transfers(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> FileTransferPage:
        """List the files that were carried into and out of an allocation, newest first."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/file-transfers", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, FileTransferPage)

    async def list_terminals(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> TerminalPage:
        """List the terminals of an allocation, newest first."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, TerminalPage)

    async def open_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> TerminalAccess:
        """Open a shell in an allocation, and get the token to reach it at a gateway."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, TerminalAccess)

    async def start_file_transfer(
        self,
        project_id: UUID,
        allocation_id: UUID,
        start_file_transfer: StartFileTransfer,
        *,
        idempotency_key: str | None = None,
    ) -> FileTransferAccess:
        """Carry one file into or out of the home of an allocation, and get the token to do so at a gateway."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/file-transfers", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.body(start_file_transfer)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, FileTransferAccess)

    async def take_over_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        terminal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> TerminalAccess:
        """Get a token to write in a terminal of somebody else."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/take-over", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.path("terminal_id", terminal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, TerminalAccess)
