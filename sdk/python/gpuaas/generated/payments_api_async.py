# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .payments_api import PaymentsApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncPaymentsApi:
    """What tenants pay in and get back."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = PaymentsApi(transport)
        self._threads = threads

    async def create_payment(
        self,
        tenant_id: UUID,
        create_payment: CreatePayment,
        *,
        idempotency_key: str | None = None,
    ) -> Payment:
        """Add credit by paying."""
        return await self._threads.run(
            self._api.create_payment,
            tenant_id,
            create_payment,
            idempotency_key=idempotency_key,
        )

    async def get_auto_top_up(
        self,
        tenant_id: UUID,
    ) -> AutoTopUp:
        """Show whether and when credit is added by itself."""
        return await self._threads.run(
            self._api.get_auto_top_up,
            tenant_id,
        )

    async def get_payment(
        self,
        tenant_id: UUID,
        payment_id: UUID,
    ) -> Payment:
        """Show a payment."""
        return await self._threads.run(
            self._api.get_payment,
            tenant_id,
            payment_id,
        )

    async def list_disputes(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> DisputePage:
        """List payments that were disputed at the bank."""
        return await self._threads.run(
            self._api.list_disputes,
            tenant_id,
            limit=limit,
            cursor=cursor,
        )

    async def list_payments(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PaymentPage:
        """List what a tenant paid."""
        return await self._threads.run(
            self._api.list_payments,
            tenant_id,
            limit=limit,
            cursor=cursor,
        )

    async def list_reconciliations(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ReconciliationPage:
        """Compare the clearing account with the payment provider, day by day."""
        return await self._threads.run(
            self._api.list_reconciliations,
            limit=limit,
            cursor=cursor,
        )

    async def refund_payment(
        self,
        tenant_id: UUID,
        payment_id: UUID,
        refund_payment: RefundPayment,
        *,
        idempotency_key: str | None = None,
    ) -> Payment:
        """Give back a payment, or a part of it."""
        return await self._threads.run(
            self._api.refund_payment,
            tenant_id,
            payment_id,
            refund_payment,
            idempotency_key=idempotency_key,
        )

    async def set_auto_top_up(
        self,
        tenant_id: UUID,
        set_auto_top_up: SetAutoTopUp,
        *,
        idempotency_key: str | None = None,
    ) -> AutoTopUp:
        """Add credit by itself when little is left, or no longer."""
        return await self._threads.run(
            self._api.set_auto_top_up,
            tenant_id,
            set_auto_top_up,
            idempotency_key=idempotency_key,
        )
