# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .access_api import AccessApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncAccessApi:
    """The SSH public keys with which a user reaches machines."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = AccessApi(transport)
        self._threads = threads

    async def add_ssh_key(
        self,
        add_ssh_key: AddSshKey,
        *,
        idempotency_key: str | None = None,
    ) -> SshKey:
        """Add an SSH public key."""
        return await self._threads.run(
            self._api.add_ssh_key,
            add_ssh_key,
            idempotency_key=idempotency_key,
        )

    async def get_ssh_key(
        self,
        ssh_key_id: UUID,
    ) -> SshKey:
        """Show one of the caller's SSH public keys."""
        return await self._threads.run(
            self._api.get_ssh_key,
            ssh_key_id,
        )

    async def list_ssh_keys(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> SshKeyPage:
        """List the caller's SSH public keys."""
        return await self._threads.run(
            self._api.list_ssh_keys,
            limit=limit,
            cursor=cursor,
        )

    async def remove_ssh_key(
        self,
        ssh_key_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> SshKey:
        """Remove one of the caller's SSH public keys."""
        return await self._threads.run(
            self._api.remove_ssh_key,
            ssh_key_id,
            idempotency_key=idempotency_key,
        )

    async def rename_ssh_key(
        self,
        ssh_key_id: UUID,
        rename_ssh_key: RenameSshKey,
        *,
        idempotency_key: str | None = None,
    ) -> SshKey:
        """Give one of the caller's SSH public keys another name."""
        return await self._threads.run(
            self._api.rename_ssh_key,
            ssh_key_id,
            rename_ssh_key,
            idempotency_key=idempotency_key,
        )
