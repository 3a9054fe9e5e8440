# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncUsersApi:
    """Users, their platform roles, and their passwords."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def change_password(
        self,
        change_password: ChangePassword,
    ) -> User:
        """Change the caller's password and end all sessions."""
        call = Call("POST", "/api/v1/me/password", accept="application/json")
        call.body(change_password)
        return await self._transport.send(call, User)

    async def create_user(
        self,
        create_user: CreateUser,
        *,
        idempotency_key: str | None = None,
    ) -> UserPassword:
        """Create a user who signs in with a password."""
        call = Call("POST", "/api/v1/users", accept="application/json")
        call.body(create_user)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, UserPassword)

    async def disable_user(
        self,
        principal_id: UUID,
        disable_user: DisableUser,
        *,
        idempotency_key: str | None = None,
    ) -> User:
        """Disable a user and end their access."""
        call = Call("POST", "/api/v1/users/{principal_id}/disable", accept="application/json")
        call.path("principal_id", principal_id)
        call.body(disable_user)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, User)

    async def enable_user(
        self,
        principal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> User:
        """Enable a disabled user."""
        call = Call("POST", "/api/v1/users/{principal_id}/enable", accept="application/json")
        call.path("principal_id", principal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, User)

    async def get_user(
        self,
        principal_id: UUID,
    ) -> User:
        """Get a user."""
        call = Call("GET", "/api/v1/users/{principal_id}", accept="application/json")
        call.path("principal_id", principal_id)
        return await self._transport.send(call, User)

    async def join_by_invitation(
        self,
        join_by_invitation: JoinByInvitation,
    ) -> User:
        """Accept an invitation and create an account."""
        call = Call("POST", "/api/v1/invitations/join", accept="application/json")
        call.body(join_by_invitation)
        return await self._transport.send(call, User)

    async def list_users(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> UserPage:
        """List users, newest first."""
        call = Call("GET", "/api/v1/users", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, UserPage)

    async def remove_second_factors(
        self,
        principal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> User:
        """Remove a user's second factors."""
        call = Call("POST", "/api/v1/users/{principal_id}/remove-second-factors", accept="application/json")
        call.path("principal_id", principal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, User)

    async def reset_password(
        self,
        principal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> UserPassword:
        """Reset a user's password and end their sessions."""
        call = Call("POST", "/api/v1/users/{principal_id}/reset-password", accept="application/json")
        call.path("principal_id", principal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, UserPassword)

    async def set_platform_roles(
        self,
        principal_id: UUID,
        set_platform_roles: SetPlatformRoles,
        *,
        idempotency_key: str | None = None,
    ) -> User:
        """Set a user's platform roles."""
        call = Call("PUT", "/api/v1/users/{principal_id}/platform-roles", accept="application/json")
        call.path("principal_id", principal_id)
        call.body(set_platform_roles)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, User)
