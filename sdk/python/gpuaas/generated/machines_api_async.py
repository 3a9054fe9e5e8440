# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .machines_api import MachinesApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncMachinesApi:
    """Service accounts, their keys, and personal access tokens."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = MachinesApi(transport)
        self._threads = threads

    async def create_access_token(
        self,
        create_access_token: CreateAccessToken,
        *,
        idempotency_key: str | None = None,
    ) -> NewAccessToken:
        """Create a personal access token."""
        return await self._threads.run(
            self._api.create_access_token,
            create_access_token,
            idempotency_key=idempotency_key,
        )

    async def create_service_account(
        self,
        project_id: UUID,
        create_service_account: CreateServiceAccount,
        *,
        idempotency_key: str | None = None,
    ) -> ServiceAccount:
        """Create a service account."""
        return await self._threads.run(
            self._api.create_service_account,
            project_id,
            create_service_account,
            idempotency_key=idempotency_key,
        )

    async def create_service_account_key(
        self,
        project_id: UUID,
        service_account_id: UUID,
        create_service_account_key: CreateServiceAccountKey,
        *,
        idempotency_key: str | None = None,
    ) -> NewServiceAccountKey:
        """Give a service account one more key."""
        return await self._threads.run(
            self._api.create_service_account_key,
            project_id,
            service_account_id,
            create_service_account_key,
            idempotency_key=idempotency_key,
        )

    async def delete_service_account(
        self,
        project_id: UUID,
        service_account_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> ServiceAccount:
        """Delete a service account; its keys and tokens end at once."""
        return await self._threads.run(
            self._api.delete_service_account,
            project_id,
            service_account_id,
            idempotency_key=idempotency_key,
        )

    async def get_service_account(
        self,
        project_id: UUID,
        service_account_id: UUID,
    ) -> ServiceAccount:
        """Show a service account with its keys."""
        return await self._threads.run(
            self._api.get_service_account,
            project_id,
            service_account_id,
        )

    async def list_access_tokens(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AccessTokenPage:
        """List the caller's personal access tokens."""
        return await self._threads.run(
            self._api.list_access_tokens,
            limit=limit,
            cursor=cursor,
        )

    async def list_service_accounts(
        self,
        project_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ServiceAccountPage:
        """List the service accounts of a project."""
        return await self._threads.run(
            self._api.list_service_accounts,
            project_id,
            limit=limit,
            cursor=cursor,
        )

    async def mint_token(
        self,
        mint_token: MintToken,
    ) -> MintedToken:
        """Exchange a service account key for a token that lasts 15 minutes."""
        return await self._threads.run(
            self._api.mint_token,
            mint_token,
        )

    async def revoke_access(
        self,
        principal_id: UUID,
        revoke_access: RevokeAccess,
        *,
        idempotency_key: str | None = None,
    ) -> RevokedAccess:
        """End every token of a principal now."""
        return await self._threads.run(
            self._api.revoke_access,
            principal_id,
            revoke_access,
            idempotency_key=idempotency_key,
        )

    async def revoke_access_token(
        self,
        access_token_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> AccessToken:
        """Revoke a personal access token."""
        return await self._threads.run(
            self._api.revoke_access_token,
            access_token_id,
            idempotency_key=idempotency_key,
        )

    async def revoke_service_account_key(
        self,
        project_id: UUID,
        service_account_id: UUID,
        key_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> ServiceAccountKey:
        """Revoke a key and the tokens minted with it."""
        return await self._threads.run(
            self._api.revoke_service_account_key,
            project_id,
            service_account_id,
            key_id,
            idempotency_key=idempotency_key,
        )

    async def update_service_account(
        self,
        project_id: UUID,
        service_account_id: UUID,
        update_service_account: UpdateServiceAccount,
        *,
        idempotency_key: str | None = None,
    ) -> ServiceAccount:
        """Change name or scopes, disable or enable."""
        return await self._threads.run(
            self._api.update_service_account,
            project_id,
            service_account_id,
            update_service_account,
            idempotency_key=idempotency_key,
        )
