# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncFinanceApi:
    """Statements, exports, and corrections to the ledger."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def approve_adjustment(
        self,
        tenant_id: UUID,
        adjustment_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Adjustment:
        """Approve an adjustment requested by another person."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/adjustments/{adjustment_id}/approve", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("adjustment_id", adjustment_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Adjustment)

    async def create_adjustment(
        self,
        tenant_id: UUID,
        create_adjustment: CreateAdjustment,
        *,
        idempotency_key: str | None = None,
    ) -> Adjustment:
        """Create an adjustment to a tenant's account."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/adjustments", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(create_adjustment)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Adjustment)

    async def download_statement(
        self,
        tenant_id: UUID,
        statement_id: UUID,
        format: StatementFormat,
        *,
        project_id: UUID | None = None,
    ) -> AsyncStream:
        """Download a statement or credit note."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/statements/{statement_id}/document", accept="application/pdf, text/csv")
        call.path("tenant_id", tenant_id)
        call.path("statement_id", statement_id)
        call.query("format", format)
        call.query("project_id", project_id)
        return await self._transport.stream(call)

    async def export_focus(
        self,
        tenant_id: UUID,
        month: str,
        *,
        granularity: FocusGranularity | None = None,
    ) -> AsyncStream:
        """Export a month's usage in FOCUS format."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/focus-export", accept="text/csv")
        call.path("tenant_id", tenant_id)
        call.query("month", month)
        call.query("granularity", granularity)
        return await self._transport.stream(call)

    async def get_draft_statement(
        self,
        tenant_id: UUID,
    ) -> DraftStatement:
        """Get what the statement of the running month holds so far."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/draft-statement", accept="application/json")
        call.path("tenant_id", tenant_id)
        return await self._transport.send(call, DraftStatement)

    async def list_adjustments(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AdjustmentPage:
        """List a tenant's adjustments."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/adjustments", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, AdjustmentPage)

    async def list_pending_adjustments(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AdjustmentPage:
        """List adjustments of all tenants that await approval."""
        call = Call("GET", "/api/v1/pending-adjustments", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, AdjustmentPage)

    async def list_statements(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> StatementPage:
        """List a tenant's statements and credit notes."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/statements", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, StatementPage)

    async def reject_adjustment(
        self,
        tenant_id: UUID,
        adjustment_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Adjustment:
        """Reject an adjustment."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/adjustments/{adjustment_id}/reject", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("adjustment_id", adjustment_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Adjustment)
