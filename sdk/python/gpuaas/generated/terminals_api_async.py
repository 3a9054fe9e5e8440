# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .terminals_api import TerminalsApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncTerminalsApi:
    """Shells in allocations, in the browser or from the command line."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = TerminalsApi(transport)
        self._threads = threads

    async def attach_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        terminal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> TerminalAccess:
        """Get another token for a terminal of one's own, to come back to it or to watch it."""
        return await self._threads.run(
            self._api.attach_terminal,
            project_id,
            allocation_id,
            terminal_id,
            idempotency_key=idempotency_key,
        )

    async def close_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        terminal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Terminal:
        """End a terminal with everything that runs in it."""
        return await self._threads.run(
            self._api.close_terminal,
            project_id,
            allocation_id,
            terminal_id,
            idempotency_key=idempotency_key,
        )

    async def join_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        terminal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> TerminalAccess:
        """Get a token to watch a terminal of somebody else."""
        return await self._threads.run(
            self._api.join_terminal,
            project_id,
            allocation_id,
            terminal_id,
            idempotency_key=idempotency_key,
        )

    async def list_file_transfers(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> FileTransferPage:
        """List the files that were carried into and out of an allocation, newest first."""
        return await self._threads.run(
            self._api.list_file_transfers,
            project_id,
            allocation_id,
            limit=limit,
            cursor=cursor,
        )

    async def list_terminals(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> TerminalPage:
        """List the terminals of an allocation, newest first."""
        return await self._threads.run(
            self._api.list_terminals,
            project_id,
            allocation_id,
            limit=limit,
            cursor=cursor,
        )

    async def open_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> TerminalAccess:
        """Open a shell in an allocation, and get the token to reach it at a gateway."""
        return await self._threads.run(
            self._api.open_terminal,
            project_id,
            allocation_id,
            idempotency_key=idempotency_key,
        )

    async def start_file_transfer(
        self,
        project_id: UUID,
        allocation_id: UUID,
        start_file_transfer: StartFileTransfer,
        *,
        idempotency_key: str | None = None,
    ) -> FileTransferAccess:
        """Carry one file into or out of the home of an allocation, and get the token to do so at a gateway."""
        return await self._threads.run(
            self._api.start_file_transfer,
            project_id,
            allocation_id,
            start_file_transfer,
            idempotency_key=idempotency_key,
        )

    async def take_over_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        terminal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> TerminalAccess:
        """Get a token to write in a terminal of somebody else."""
        return await self._threads.run(
            self._api.take_over_terminal,
            project_id,
            allocation_id,
            terminal_id,
            idempotency_key=idempotency_key,
        )
