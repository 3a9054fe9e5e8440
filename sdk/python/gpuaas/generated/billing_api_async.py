# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .billing_api import BillingApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncBillingApi:
    """Credit, use and what it cost, and the ledger."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = BillingApi(transport)
        self._threads = threads

    async def get_balance(
        self,
        tenant_id: UUID,
    ) -> TenantBalances:
        """Show a tenant's credit and how long it lasts."""
        return await self._threads.run(
            self._api.get_balance,
            tenant_id,
        )

    async def grant_promotional_credit(
        self,
        tenant_id: UUID,
        grant_promotional_credit: GrantPromotionalCredit,
        *,
        idempotency_key: str | None = None,
    ) -> PromotionalCredit:
        """Give a tenant credit that expires."""
        return await self._threads.run(
            self._api.grant_promotional_credit,
            tenant_id,
            grant_promotional_credit,
            idempotency_key=idempotency_key,
        )

    async def list_costs(
        self,
        tenant_id: UUID,
        group_by: CostGroup,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
    ) -> CostReport:
        """Show what a tenant used and what it cost."""
        return await self._threads.run(
            self._api.list_costs,
            tenant_id,
            group_by,
            from_=from_,
            to=to,
        )

    async def list_ledger_transfers(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> LedgerTransferPage:
        """List what was booked for a tenant."""
        return await self._threads.run(
            self._api.list_ledger_transfers,
            tenant_id,
            limit=limit,
            cursor=cursor,
        )

    async def verify_ledger(
        self,
    ) -> LedgerVerification:
        """Compare all balances with their transfers and check every seal."""
        return await self._threads.run(
            self._api.verify_ledger,
        )
