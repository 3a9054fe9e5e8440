# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncTenancyApi:
    """Members of tenants and projects, and invitations."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def accept_invitation(
        self,
        answer_invitation: AnswerInvitation,
        *,
        idempotency_key: str | None = None,
    ) -> Grant:
        """Accept an invitation."""
        call = Call("POST", "/api/v1/invitations/accept", accept="application/json")
        call.body(answer_invitation)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Grant)

    async def create_invitation(
        self,
        tenant_id: UUID,
        create_invitation: CreateInvitation,
        *,
        idempotency_key: str | None = None,
    ) -> Invitation:
        """Invite a person by email."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/invitations", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(create_invitation)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Invitation)

    async def decline_invitation(
        self,
        answer_invitation: AnswerInvitation,
        *,
        idempotency_key: str | None = None,
    ) -> Invitation:
        """Decline an invitation."""
        call = Call("POST", "/api/v1/invitations/decline", accept="application/json")
        call.body(answer_invitation)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Invitation)

    async def list_invitations(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> InvitationPage:
        """List open invitations."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/invitations", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, InvitationPage)

    async def list_project_members(
        self,
        project_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> MemberPage:
        """List a project's members."""
        call = Call("GET", "/api/v1/projects/{project_id}/members", accept="application/json")
        call.path("project_id", project_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, MemberPage)

    async def list_tenant_members(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> MemberPage:
        """List a tenant's members."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/members", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, MemberPage)

    async def reactivate_tenant(
        self,
        tenant_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Tenant:
        """Reactivate a suspended tenant."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/reactivate", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Tenant)

    async def remove_project_member(
        self,
        project_id: UUID,
        principal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Member:
        """Remove a member from a project."""
        call = Call("DELETE", "/api/v1/projects/{project_id}/members/{principal_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("principal_id", principal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Member)

    async def remove_tenant_member(
        self,
        tenant_id: UUID,
        principal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Member:
        """Remove a member from a tenant and all its projects."""
        call = Call("DELETE", "/api/v1/tenants/{tenant_id}/members/{principal_id}", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("principal_id", principal_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Member)

    async def revoke_invitation(
        self,
        tenant_id: UUID,
        invitation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Invitation:
        """Revoke an invitation."""
        call = Call("DELETE", "/api/v1/tenants/{tenant_id}/invitations/{invitation_id}", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("invitation_id", invitation_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Invitation)

    async def set_project_member(
        self,
        project_id: UUID,
        principal_id: UUID,
        set_project_member: SetProjectMember,
        *,
        idempotency_key: str | None = None,
    ) -> Member:
        """Set a member's role in a project."""
        call = Call("PUT", "/api/v1/projects/{project_id}/members/{principal_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("principal_id", principal_id)
        call.body(set_project_member)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Member)

    async def set_tenant_member(
        self,
        tenant_id: UUID,
        principal_id: UUID,
        set_tenant_member: SetTenantMember,
        *,
        idempotency_key: str | None = None,
    ) -> Member:
        """Set a member's role in a tenant."""
        call = Call("PUT", "/api/v1/tenants/{tenant_id}/members/{principal_id}", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("principal_id", principal_id)
        call.body(set_tenant_member)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Member)

    async def suspend_tenant(
        self,
        tenant_id: UUID,
        suspend_tenant: SuspendTenant,
        *,
        idempotency_key: str | None = None,
    ) -> Tenant:
        """Suspend a tenant."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/suspend", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(suspend_tenant)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Tenant)
