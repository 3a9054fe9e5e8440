# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncPoliciesApi:
    """Typed settings with defaults and bounds, overridden from global to tenant to project."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def clear_policy(
        self,
        policy_key: str,
        *,
        idempotency_key: str | None = None,
    ) -> Policy:
        """Remove a platform-wide policy override."""
        call = Call("DELETE", "/api/v1/policies/{policy_key}", accept="application/json")
        call.path("policy_key", policy_key)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Policy)

    async def clear_project_policy(
        self,
        project_id: UUID,
        policy_key: str,
        *,
        idempotency_key: str | None = None,
    ) -> Policy:
        """Remove a project's policy override."""
        call = Call("DELETE", "/api/v1/projects/{project_id}/policies/{policy_key}", accept="application/json")
        call.path("project_id", project_id)
        call.path("policy_key", policy_key)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Policy)

    async def clear_tenant_policy(
        self,
        tenant_id: UUID,
        policy_key: str,
        *,
        idempotency_key: str | None = None,
    ) -> Policy:
        """Remove a tenant's policy override."""
        call = Call("DELETE", "/api/v1/tenants/{tenant_id}/policies/{policy_key}", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("policy_key", policy_key)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Policy)

    async def list_policies(
        self,
    ) -> PolicyList:
        """List all policy keys with their platform-wide values and sources."""
        call = Call("GET", "/api/v1/policies", accept="application/json")
        return await self._transport.send(call, PolicyList)

    async def list_project_policies(
        self,
        project_id: UUID,
    ) -> PolicyList:
        """List all policy keys with the values in effect for a project."""
        call = Call("GET", "/api/v1/projects/{project_id}/policies", accept="application/json")
        call.path("project_id", project_id)
        return await self._transport.send(call, PolicyList)

    async def list_tenant_policies(
        self,
        tenant_id: UUID,
    ) -> PolicyList:
        """List all policy keys with the values in effect for a tenant."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/policies", accept="application/json")
        call.path("tenant_id", tenant_id)
        return await self._transport.send(call, PolicyList)

    async def set_policy(
        self,
        policy_key: str,
        set_policy: SetPolicy,
        *,
        idempotency_key: str | None = None,
    ) -> Policy:
        """Override a policy for the whole platform."""
        call = Call("PUT", "/api/v1/policies/{policy_key}", accept="application/json")
        call.path("policy_key", policy_key)
        call.body(set_policy)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Policy)

    async def set_project_policy(
        self,
        project_id: UUID,
        policy_key: str,
        set_policy: SetPolicy,
        *,
        idempotency_key: str | None = None,
    ) -> Policy:
        """Override a policy for a project."""
        call = Call("PUT", "/api/v1/projects/{project_id}/policies/{policy_key}", accept="application/json")
        call.path("project_id", project_id)
        call.path("policy_key", policy_key)
        call.body(set_policy)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Policy)

    async def set_tenant_policy(
        self,
        tenant_id: UUID,
        policy_key: str,
        set_policy: SetPolicy,
        *,
        idempotency_key: str | None = None,
    ) -> Policy:
        """Override a policy for a tenant."""
        call = Call("PUT", "/api/v1/tenants/{tenant_id}/policies/{policy_key}", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("policy_key", policy_key)
        call.body(set_policy)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Policy)
