# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .identity_api import IdentityApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncIdentityApi:
    """Who you are, tenants and their projects."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = IdentityApi(transport)
        self._threads = threads

    async def create_project(
        self,
        tenant_id: UUID,
        create_project: CreateProject,
        *,
        idempotency_key: str | None = None,
    ) -> Project:
        """Create a project in a tenant."""
        return await self._threads.run(
            self._api.create_project,
            tenant_id,
            create_project,
            idempotency_key=idempotency_key,
        )

    async def create_tenant(
        self,
        create_tenant: CreateTenant,
        *,
        idempotency_key: str | None = None,
    ) -> Tenant:
        """Create a tenant."""
        return await self._threads.run(
            self._api.create_tenant,
            create_tenant,
            idempotency_key=idempotency_key,
        )

    async def delete_project(
        self,
        project_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Project:
        """Delete a project that has nothing left."""
        return await self._threads.run(
            self._api.delete_project,
            project_id,
            idempotency_key=idempotency_key,
        )

    async def delete_tenant(
        self,
        tenant_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Tenant:
        """Delete a tenant that has nothing left."""
        return await self._threads.run(
            self._api.delete_tenant,
            tenant_id,
            idempotency_key=idempotency_key,
        )

    async def get_me(
        self,
    ) -> Me:
        """Show who the caller is and what the caller may do."""
        return await self._threads.run(
            self._api.get_me,
        )

    async def get_project(
        self,
        project_id: UUID,
    ) -> Project:
        """Show a project."""
        return await self._threads.run(
            self._api.get_project,
            project_id,
        )

    async def get_tenant(
        self,
        tenant_id: UUID,
    ) -> Tenant:
        """Show a tenant."""
        return await self._threads.run(
            self._api.get_tenant,
            tenant_id,
        )

    async def list_projects(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ProjectPage:
        """List a tenant's projects."""
        return await self._threads.run(
            self._api.list_projects,
            tenant_id,
            limit=limit,
            cursor=cursor,
        )

    async def list_tenants(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> TenantPage:
        """List all tenants."""
        return await self._threads.run(
            self._api.list_tenants,
            limit=limit,
            cursor=cursor,
        )

    async def update_project(
        self,
        project_id: UUID,
        update_project: UpdateProject,
        *,
        idempotency_key: str | None = None,
    ) -> Project:
        """Rename a project."""
        return await self._threads.run(
            self._api.update_project,
            project_id,
            update_project,
            idempotency_key=idempotency_key,
        )

    async def update_tenant(
        self,
        tenant_id: UUID,
        update_tenant: UpdateTenant,
        *,
        idempotency_key: str | None = None,
    ) -> Tenant:
        """Rename a tenant."""
        return await self._threads.run(
            self._api.update_tenant,
            tenant_id,
            update_tenant,
            idempotency_key=idempotency_key,
        )
