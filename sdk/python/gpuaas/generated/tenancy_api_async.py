# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .tenancy_api import TenancyApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncTenancyApi:
    """Members of tenants and projects, and invitations."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = TenancyApi(transport)
        self._threads = threads

    async def accept_invitation(
        self,
        answer_invitation: AnswerInvitation,
        *,
        idempotency_key: str | None = None,
    ) -> Grant:
        """Accept an invitation."""
        return await self._threads.run(
            self._api.accept_invitation,
            answer_invitation,
            idempotency_key=idempotency_key,
        )

    async def create_invitation(
        self,
        tenant_id: UUID,
        create_invitation: CreateInvitation,
        *,
        idempotency_key: str | None = None,
    ) -> Invitation:
        """Invite somebody by mail."""
        return await self._threads.run(
            self._api.create_invitation,
            tenant_id,
            create_invitation,
            idempotency_key=idempotency_key,
        )

    async def decline_invitation(
        self,
        answer_invitation: AnswerInvitation,
        *,
        idempotency_key: str | None = None,
    ) -> Invitation:
        """Decline an invitation."""
        return await self._threads.run(
            self._api.decline_invitation,
            answer_invitation,
            idempotency_key=idempotency_key,
        )

    async def list_invitations(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> InvitationPage:
        """List invitations that were not answered yet."""
        return await self._threads.run(
            self._api.list_invitations,
            tenant_id,
            limit=limit,
            cursor=cursor,
        )

    async def list_project_members(
        self,
        project_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> MemberPage:
        """List who holds a role in a project."""
        return await self._threads.run(
            self._api.list_project_members,
            project_id,
            limit=limit,
            cursor=cursor,
        )

    async def list_tenant_members(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> MemberPage:
        """List who holds a role in a tenant."""
        return await self._threads.run(
            self._api.list_tenant_members,
            tenant_id,
            limit=limit,
            cursor=cursor,
        )

    async def reactivate_tenant(
        self,
        tenant_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Tenant:
        """End a suspension."""
        return await self._threads.run(
            self._api.reactivate_tenant,
            tenant_id,
            idempotency_key=idempotency_key,
        )

    async def remove_project_member(
        self,
        project_id: UUID,
        principal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Member:
        """Take away a role in a project."""
        return await self._threads.run(
            self._api.remove_project_member,
            project_id,
            principal_id,
            idempotency_key=idempotency_key,
        )

    async def remove_tenant_member(
        self,
        tenant_id: UUID,
        principal_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Member:
        """Take away every role somebody holds in a tenant and its projects."""
        return await self._threads.run(
            self._api.remove_tenant_member,
            tenant_id,
            principal_id,
            idempotency_key=idempotency_key,
        )

    async def revoke_invitation(
        self,
        tenant_id: UUID,
        invitation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Invitation:
        """Take an invitation back."""
        return await self._threads.run(
            self._api.revoke_invitation,
            tenant_id,
            invitation_id,
            idempotency_key=idempotency_key,
        )

    async def set_project_member(
        self,
        project_id: UUID,
        principal_id: UUID,
        set_project_member: SetProjectMember,
        *,
        idempotency_key: str | None = None,
    ) -> Member:
        """Give somebody a role in a project."""
        return await self._threads.run(
            self._api.set_project_member,
            project_id,
            principal_id,
            set_project_member,
            idempotency_key=idempotency_key,
        )

    async def set_tenant_member(
        self,
        tenant_id: UUID,
        principal_id: UUID,
        set_tenant_member: SetTenantMember,
        *,
        idempotency_key: str | None = None,
    ) -> Member:
        """Give somebody a role in a tenant."""
        return await self._threads.run(
            self._api.set_tenant_member,
            tenant_id,
            principal_id,
            set_tenant_member,
            idempotency_key=idempotency_key,
        )

    async def suspend_tenant(
        self,
        tenant_id: UUID,
        suspend_tenant: SuspendTenant,
        *,
        idempotency_key: str | None = None,
    ) -> Tenant:
        """Suspend a tenant."""
        return await self._threads.run(
            self._api.suspend_tenant,
            tenant_id,
            suspend_tenant,
            idempotency_key=idempotency_key,
        )
