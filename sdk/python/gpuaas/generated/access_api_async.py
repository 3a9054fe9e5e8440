# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncAccessApi:
    """SSH public keys that give users access to their allocations."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def add_ssh_key(
        self,
        add_ssh_key: AddSshKey,
        *,
        idempotency_key: str | None = None,
    ) -> SshKey:
        """Add an SSH public key."""
        call = Call("POST", "/api/v1/me/ssh-keys", accept="application/json")
        call.body(add_ssh_key)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, SshKey)

    async def get_ssh_key(
        self,
        ssh_key_id: UUID,
    ) -> SshKey:
        """Get one of the caller's SSH public keys."""
        call = Call("GET", "/api/v1/me/ssh-keys/{ssh_key_id}", accept="application/json")
        call.path("ssh_key_id", ssh_key_id)
        return await self._transport.send(call, SshKey)

    async def list_ssh_keys(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> SshKeyPage:
        """List the caller's SSH public keys."""
        call = Call("GET", "/api/v1/me/ssh-keys", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, SshKeyPage)

    async def remove_ssh_key(
        self,
        ssh_key_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> SshKey:
        """Remove one of the caller's SSH public keys."""
        call = Call("DELETE", "/api/v1/me/ssh-keys/{ssh_key_id}", accept="application/json")
        call.path("ssh_key_id", ssh_key_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, SshKey)

    async def rename_ssh_key(
        self,
        ssh_key_id: UUID,
        rename_ssh_key: RenameSshKey,
        *,
        idempotency_key: str | None = None,
    ) -> SshKey:
        """Rename one of the caller's SSH public keys."""
        call = Call("PUT", "/api/v1/me/ssh-keys/{ssh_key_id}", accept="application/json")
        call.path("ssh_key_id", ssh_key_id)
        call.body(rename_ssh_key)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, SshKey)
