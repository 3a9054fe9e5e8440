# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .finance_api import FinanceApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncFinanceApi:
    """Statements, exports, and corrections of the books."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = FinanceApi(transport)
        self._threads = threads

    async def approve_adjustment(
        self,
        tenant_id: UUID,
        adjustment_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Adjustment:
        """Approve a correction somebody else asked for."""
        return await self._threads.run(
            self._api.approve_adjustment,
            tenant_id,
            adjustment_id,
            idempotency_key=idempotency_key,
        )

    async def create_adjustment(
        self,
        tenant_id: UUID,
        create_adjustment: CreateAdjustment,
        *,
        idempotency_key: str | None = None,
    ) -> Adjustment:
        """Correct a tenant's account."""
        return await self._threads.run(
            self._api.create_adjustment,
            tenant_id,
            create_adjustment,
            idempotency_key=idempotency_key,
        )

    async def download_statement(
        self,
        tenant_id: UUID,
        statement_id: UUID,
        format: StatementFormat,
        *,
        project_id: UUID | None = None,
    ) -> AsyncStream:
        """Download a statement or credit note."""
        return await self._threads.open(
            self._api.download_statement,
            tenant_id,
            statement_id,
            format,
            project_id=project_id,
        )

    async def export_focus(
        self,
        tenant_id: UUID,
        month: str,
    ) -> AsyncStream:
        """Download the use of a month in the columns of FOCUS."""
        return await self._threads.open(
            self._api.export_focus,
            tenant_id,
            month,
        )

    async def list_adjustments(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AdjustmentPage:
        """List corrections by finance."""
        return await self._threads.run(
            self._api.list_adjustments,
            tenant_id,
            limit=limit,
            cursor=cursor,
        )

    async def list_pending_adjustments(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AdjustmentPage:
        """List corrections of all tenants that wait for approval."""
        return await self._threads.run(
            self._api.list_pending_adjustments,
            limit=limit,
            cursor=cursor,
        )

    async def list_statements(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> StatementPage:
        """List the statements and credit notes of a tenant."""
        return await self._threads.run(
            self._api.list_statements,
            tenant_id,
            limit=limit,
            cursor=cursor,
        )

    async def reject_adjustment(
        self,
        tenant_id: UUID,
        adjustment_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Adjustment:
        """Reject a correction."""
        return await self._threads.run(
            self._api.reject_adjustment,
            tenant_id,
            adjustment_id,
            idempotency_key=idempotency_key,
        )
