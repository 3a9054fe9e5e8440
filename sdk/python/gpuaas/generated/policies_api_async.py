# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .policies_api import PoliciesApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncPoliciesApi:
    """Typed settings with defaults and bounds, overridden global → tenant → project."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = PoliciesApi(transport)
        self._threads = threads

    async def clear_policy(
        self,
        policy_key: str,
        *,
        idempotency_key: str | None = None,
    ) -> Policy:
        """Remove a platform-wide override; the default applies again."""
        return await self._threads.run(
            self._api.clear_policy,
            policy_key,
            idempotency_key=idempotency_key,
        )

    async def clear_project_policy(
        self,
        project_id: UUID,
        policy_key: str,
        *,
        idempotency_key: str | None = None,
    ) -> Policy:
        """Remove a project's override."""
        return await self._threads.run(
            self._api.clear_project_policy,
            project_id,
            policy_key,
            idempotency_key=idempotency_key,
        )

    async def clear_tenant_policy(
        self,
        tenant_id: UUID,
        policy_key: str,
        *,
        idempotency_key: str | None = None,
    ) -> Policy:
        """Remove a tenant's override."""
        return await self._threads.run(
            self._api.clear_tenant_policy,
            tenant_id,
            policy_key,
            idempotency_key=idempotency_key,
        )

    async def list_policies(
        self,
    ) -> PolicyList:
        """Show every policy key with its platform-wide value and where it comes from."""
        return await self._threads.run(
            self._api.list_policies,
        )

    async def list_project_policies(
        self,
        project_id: UUID,
    ) -> PolicyList:
        """Show every policy key with the value in force for a project."""
        return await self._threads.run(
            self._api.list_project_policies,
            project_id,
        )

    async def list_tenant_policies(
        self,
        tenant_id: UUID,
    ) -> PolicyList:
        """Show every policy key with the value in force for a tenant."""
        return await self._threads.run(
            self._api.list_tenant_policies,
            tenant_id,
        )

    async def set_policy(
        self,
        policy_key: str,
        set_policy: SetPolicy,
        *,
        idempotency_key: str | None = None,
    ) -> Policy:
        """Override a policy for the whole platform."""
        return await self._threads.run(
            self._api.set_policy,
            policy_key,
            set_policy,
            idempotency_key=idempotency_key,
        )

    async def set_project_policy(
        self,
        project_id: UUID,
        policy_key: str,
        set_policy: SetPolicy,
        *,
        idempotency_key: str | None = None,
    ) -> Policy:
        """Override a policy for a project."""
        return await self._threads.run(
            self._api.set_project_policy,
            project_id,
            policy_key,
            set_policy,
            idempotency_key=idempotency_key,
        )

    async def set_tenant_policy(
        self,
        tenant_id: UUID,
        policy_key: str,
        set_policy: SetPolicy,
        *,
        idempotency_key: str | None = None,
    ) -> Policy:
        """Override a policy for a tenant."""
        return await self._threads.run(
            self._api.set_tenant_policy,
            tenant_id,
            policy_key,
            set_policy,
            idempotency_key=idempotency_key,
        )
