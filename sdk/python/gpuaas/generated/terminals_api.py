# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class TerminalsApi:
    """Shells in allocations, from the browser or the command line, and file transfers."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def attach_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        terminal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> TerminalAccess:
        """Get another token for your own terminal."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/attach", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.path("terminal_id", terminal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, TerminalAccess)

    def close_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        terminal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Terminal:
        """Close a terminal and end its processes."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/close", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.path("terminal_id", terminal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Terminal)

    def join_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        terminal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> TerminalAccess:
        """Get a token to watch another user's terminal."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/join", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.path("terminal_id", terminal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, TerminalAccess)

    def list_file_transfers(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> FileTransferPage:
        """List an allocation's file transfers, newest first."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/file-transfers", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, FileTransferPage)

    def list_terminals(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> TerminalPage:
        """List an allocation's terminals, newest first."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, TerminalPage)

    def open_ssh_connection(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> SshConnectionAccess:
        """Open a connection to an allocation's SSH server through a gateway."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/ssh-connections", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, SshConnectionAccess)

    def open_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> TerminalAccess:
        """Open a terminal in an allocation."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, TerminalAccess)

    def start_file_transfer(
        self,
        project_id: UUID,
        allocation_id: UUID,
        start_file_transfer: StartFileTransfer,
        *,
        idempotency_key: str | None = None,
    ) -> FileTransferAccess:
        """Start a file upload to, or download from, an allocation."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/file-transfers", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.body(start_file_transfer)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, FileTransferAccess)

    def take_over_terminal(
        self,
        project_id: UUID,
        allocation_id: UUID,
        terminal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> TerminalAccess:
        """Get a token to type in another user's terminal."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/take-over", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.path("terminal_id", terminal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, TerminalAccess)
