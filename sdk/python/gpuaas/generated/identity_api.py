# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class IdentityApi:
    """The caller's identity, tenants, and their projects."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_project(
        self,
        tenant_id: UUID,
        create_project: CreateProject,
        *,
        idempotency_key: str | None = None,
    ) -> Project:
        """Create a project in a tenant."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/projects", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(create_project)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Project)

    def create_tenant(
        self,
        create_tenant: CreateTenant,
        *,
        idempotency_key: str | None = None,
    ) -> Tenant:
        """Create a tenant."""
        call = Call("POST", "/api/v1/tenants", accept="application/json")
        call.body(create_tenant)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Tenant)

    def delete_project(
        self,
        project_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Project:
        """Delete an empty project."""
        call = Call("DELETE", "/api/v1/projects/{project_id}", accept="application/json")
        call.path("project_id", project_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Project)

    def delete_tenant(
        self,
        tenant_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Tenant:
        """Delete an empty tenant."""
        call = Call("DELETE", "/api/v1/tenants/{tenant_id}", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Tenant)

    def get_me(
        self,
    ) -> Me:
        """Get the caller's identity and permissions."""
        call = Call("GET", "/api/v1/me", accept="application/json")
        return self._transport.send(call, Me)

    def get_project(
        self,
        project_id: UUID,
    ) -> Project:
        """Get a project."""
        call = Call("GET", "/api/v1/projects/{project_id}", accept="application/json")
        call.path("project_id", project_id)
        return self._transport.send(call, Project)

    def get_tenant(
        self,
        tenant_id: UUID,
    ) -> Tenant:
        """Get a tenant."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}", accept="application/json")
        call.path("tenant_id", tenant_id)
        return self._transport.send(call, Tenant)

    def list_projects(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ProjectPage:
        """List a tenant's projects."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/projects", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, ProjectPage)

    def list_tenants(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> TenantPage:
        """List all tenants."""
        call = Call("GET", "/api/v1/tenants", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, TenantPage)

    def update_project(
        self,
        project_id: UUID,
        update_project: UpdateProject,
        *,
        idempotency_key: str | None = None,
    ) -> Project:
        """Rename a project."""
        call = Call("PUT", "/api/v1/projects/{project_id}", accept="application/json")
        call.path("project_id", project_id)
        call.body(update_project)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Project)

    def update_tenant(
        self,
        tenant_id: UUID,
        update_tenant: UpdateTenant,
        *,
        idempotency_key: str | None = None,
    ) -> Tenant:
        """Rename a tenant."""
        call = Call("PUT", "/api/v1/tenants/{tenant_id}", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(update_tenant)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Tenant)
