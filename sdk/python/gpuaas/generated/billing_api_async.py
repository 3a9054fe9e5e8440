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

    async def create_commitment(
        self,
        tenant_id: UUID,
        create_commitment: CreateCommitment,
        *,
        idempotency_key: str | None = None,
    ) -> Commitment:
        """Agree on use at a discount."""
        return await self._threads.run(
            self._api.create_commitment,
            tenant_id,
            create_commitment,
            idempotency_key=idempotency_key,
        )

    async def get_balance(
        self,
        tenant_id: UUID,
    ) -> TenantBalances:
        """Show a tenant's credit and how long it lasts."""
        return await self._threads.run(
            self._api.get_balance,
            tenant_id,
        )

    async def get_budget(
        self,
        project_id: UUID,
    ) -> Budget:
        """Show what a project may cost in a month, and what it cost so far."""
        return await self._threads.run(
            self._api.get_budget,
            project_id,
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

    async def list_budgets(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> BudgetPage:
        """List the budgets of a tenant's projects."""
        return await self._threads.run(
            self._api.list_budgets,
            tenant_id,
            limit=limit,
            cursor=cursor,
        )

    async def list_commitments(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> CommitmentPage:
        """List what a tenant committed itself to use."""
        return await self._threads.run(
            self._api.list_commitments,
            tenant_id,
            limit=limit,
            cursor=cursor,
        )

    async def list_costs(
        self,
        tenant_id: UUID,
        group_by: CostGroup,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        project_id: UUID | None = None,
        sku: str | None = None,
        user: str | None = None,
        label: str | None = None,
    ) -> CostReport:
        """Show what a tenant used and what it cost."""
        return await self._threads.run(
            self._api.list_costs,
            tenant_id,
            group_by,
            from_=from_,
            to=to,
            project_id=project_id,
            sku=sku,
            user=user,
            label=label,
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

    async def remove_budget(
        self,
        project_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Budget:
        """Take a project's budget away."""
        return await self._threads.run(
            self._api.remove_budget,
            project_id,
            idempotency_key=idempotency_key,
        )

    async def set_budget(
        self,
        project_id: UUID,
        set_budget: SetBudget,
        *,
        idempotency_key: str | None = None,
    ) -> Budget:
        """Say what a project may cost in a month."""
        return await self._threads.run(
            self._api.set_budget,
            project_id,
            set_budget,
            idempotency_key=idempotency_key,
        )

    async def verify_ledger(
        self,
    ) -> LedgerVerification:
        """Compare all balances with their transfers and check every seal."""
        return await self._threads.run(
            self._api.verify_ledger,
        )
