# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .audit_api import AuditApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncAuditApi:
    """Who did what, allowed or refused, in an append-only, sealed trail."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = AuditApi(transport)
        self._threads = threads

    async def export_audit_events(
        self,
        format: ExportFormat,
        *,
        tenant_id: UUID | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
    ) -> AsyncStream:
        """Download the audit trail of a period, oldest first."""
        return await self._threads.open(
            self._api.export_audit_events,
            format,
            tenant_id=tenant_id,
            from_=from_,
            to=to,
        )

    async def list_audit_events(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
        tenant_id: UUID | None = None,
        project_id: UUID | None = None,
        actor_id: str | None = None,
        action: str | None = None,
        target: str | None = None,
        outcome: AuditOutcome | None = None,
        correlation_id: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
    ) -> AuditEventPage:
        """Search the audit trail of the whole platform."""
        return await self._threads.run(
            self._api.list_audit_events,
            limit=limit,
            cursor=cursor,
            tenant_id=tenant_id,
            project_id=project_id,
            actor_id=actor_id,
            action=action,
            target=target,
            outcome=outcome,
            correlation_id=correlation_id,
            from_=from_,
            to=to,
        )

    async def list_tenant_audit_events(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
        project_id: UUID | None = None,
        actor_id: str | None = None,
        action: str | None = None,
        target: str | None = None,
        outcome: AuditOutcome | None = None,
        correlation_id: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
    ) -> AuditEventPage:
        """Search a tenant's audit trail."""
        return await self._threads.run(
            self._api.list_tenant_audit_events,
            tenant_id,
            limit=limit,
            cursor=cursor,
            project_id=project_id,
            actor_id=actor_id,
            action=action,
            target=target,
            outcome=outcome,
            correlation_id=correlation_id,
            from_=from_,
            to=to,
        )

    async def verify_audit_trail(
        self,
    ) -> AuditVerification:
        """Recompute the seals of the audit trail and report the first row that does not fit."""
        return await self._threads.run(
            self._api.verify_audit_trail,
        )
