# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .users_api import UsersApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncUsersApi:
    """People, their platform roles and their passwords."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = UsersApi(transport)
        self._threads = threads

    async def change_password(
        self,
        change_password: ChangePassword,
    ) -> User:
        """Change the caller's password and end every session."""
        return await self._threads.run(
            self._api.change_password,
            change_password,
        )

    async def create_user(
        self,
        create_user: CreateUser,
        *,
        idempotency_key: str | None = None,
    ) -> UserPassword:
        """Let somebody sign in with a password."""
        return await self._threads.run(
            self._api.create_user,
            create_user,
            idempotency_key=idempotency_key,
        )

    async def disable_user(
        self,
        principal_id: UUID,
        disable_user: DisableUser,
        *,
        idempotency_key: str | None = None,
    ) -> User:
        """End all access of a user and let them sign in no more."""
        return await self._threads.run(
            self._api.disable_user,
            principal_id,
            disable_user,
            idempotency_key=idempotency_key,
        )

    async def enable_user(
        self,
        principal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> User:
        """Let a disabled user sign in again."""
        return await self._threads.run(
            self._api.enable_user,
            principal_id,
            idempotency_key=idempotency_key,
        )

    async def get_user(
        self,
        principal_id: UUID,
    ) -> User:
        """Show a user."""
        return await self._threads.run(
            self._api.get_user,
            principal_id,
        )

    async def join_by_invitation(
        self,
        join_by_invitation: JoinByInvitation,
    ) -> User:
        """Accept an invitation as somebody new."""
        return await self._threads.run(
            self._api.join_by_invitation,
            join_by_invitation,
        )

    async def list_users(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> UserPage:
        """List the people this installation knows, newest first."""
        return await self._threads.run(
            self._api.list_users,
            limit=limit,
            cursor=cursor,
        )

    async def reset_password(
        self,
        principal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> UserPassword:
        """Give a user a new password and end what the old one opened."""
        return await self._threads.run(
            self._api.reset_password,
            principal_id,
            idempotency_key=idempotency_key,
        )

    async def set_platform_roles(
        self,
        principal_id: UUID,
        set_platform_roles: SetPlatformRoles,
        *,
        idempotency_key: str | None = None,
    ) -> User:
        """Set which roles a user holds on the whole platform."""
        return await self._threads.run(
            self._api.set_platform_roles,
            principal_id,
            set_platform_roles,
            idempotency_key=idempotency_key,
        )
