# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncAuditApi:
    """An append-only, sealed record of operations, both allowed and denied."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def download_audit_archive(
        self,
        month: str,
    ) -> AsyncStream:
        """Download an archived month of the audit trail as stored."""
        call = Call("GET", "/api/v1/audit-archives/{month}/download", accept="application/gzip")
        call.path("month", month)
        return await self._transport.stream(call)

    async def export_audit_events(
        self,
        format: ExportFormat,
        *,
        tenant_id: UUID | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
    ) -> AsyncStream:
        """Export the audit trail for a period, oldest first."""
        call = Call("GET", "/api/v1/audit-events/export", accept="application/x-ndjson, text/csv")
        call.query("format", format)
        call.query("tenant_id", tenant_id)
        call.query("from", from_)
        call.query("to", to)
        return await self._transport.stream(call)

    async def export_tenant_audit_events(
        self,
        tenant_id: UUID,
        format: ExportFormat,
        *,
        project_id: UUID | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
    ) -> AsyncStream:
        """Export a tenant's audit trail for a period, oldest first."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/audit-events/export", accept="application/x-ndjson, text/csv")
        call.path("tenant_id", tenant_id)
        call.query("format", format)
        call.query("project_id", project_id)
        call.query("from", from_)
        call.query("to", to)
        return await self._transport.stream(call)

    async def list_audit_archives(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AuditArchivePage:
        """List the months of the audit trail that were moved to the object store."""
        call = Call("GET", "/api/v1/audit-archives", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, AuditArchivePage)

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
        """Search the platform's audit trail."""
        call = Call("GET", "/api/v1/audit-events", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        call.query("tenant_id", tenant_id)
        call.query("project_id", project_id)
        call.query("actor_id", actor_id)
        call.query("action", action)
        call.query("target", target)
        call.query("outcome", outcome)
        call.query("correlation_id", correlation_id)
        call.query("from", from_)
        call.query("to", to)
        return await self._transport.send(call, AuditEventPage)

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
        call = Call("GET", "/api/v1/tenants/{tenant_id}/audit-events", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        call.query("project_id", project_id)
        call.query("actor_id", actor_id)
        call.query("action", action)
        call.query("target", target)
        call.query("outcome", outcome)
        call.query("correlation_id", correlation_id)
        call.query("from", from_)
        call.query("to", to)
        return await self._transport.send(call, AuditEventPage)

    async def verify_audit_archive(
        self,
        month: str,
    ) -> AuditArchiveVerification:
        """Read an archived month of the audit trail and recompute its seals."""
        call = Call("GET", "/api/v1/audit-archives/{month}/verification", accept="application/json")
        call.path("month", month)
        return await self._transport.send(call, AuditArchiveVerification)

    async def verify_audit_trail(
        self,
    ) -> AuditVerification:
        """Verify the seals of the audit trail."""
        call = Call("POST", "/api/v1/audit-events/verify", accept="application/json")
        return await self._transport.send(call, AuditVerification)
