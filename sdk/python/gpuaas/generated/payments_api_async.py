# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncPaymentsApi:
    """What tenants pay in and get back."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_payment(
        self,
        tenant_id: UUID,
        create_payment: CreatePayment,
        *,
        idempotency_key: str | None = None,
    ) -> Payment:
        """Add credit by paying."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/payments", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(create_payment)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Payment)

    async def get_auto_top_up(
        self,
        tenant_id: UUID,
    ) -> AutoTopUp:
        """Show whether and when credit is added by itself."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/auto-top-up", accept="application/json")
        call.path("tenant_id", tenant_id)
        return await self._transport.send(call, AutoTopUp)

    async def get_payment(
        self,
        tenant_id: UUID,
        payment_id: UUID,
    ) -> Payment:
        """Show a payment."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/payments/{payment_id}", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("payment_id", payment_id)
        return await self._transport.send(call, Payment)

    async def list_disputes(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> DisputePage:
        """List payments that were disputed at the bank."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/disputes", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, DisputePage)

    async def list_payments(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PaymentPage:
        """List what a tenant paid."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/payments", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, PaymentPage)

    async def list_reconciliations(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ReconciliationPage:
        """Compare the clearing account with the payment provider, day by day."""
        call = Call("GET", "/api/v1/payments/reconciliations", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, ReconciliationPage)

    async def refund_payment(
        self,
        tenant_id: UUID,
        payment_id: UUID,
        refund_payment: RefundPayment,
        *,
        idempotency_key: str | None = None,
    ) -> Payment:
        """Give back a payment, or a part of it."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/payments/{payment_id}/refund", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("payment_id", payment_id)
        call.body(refund_payment)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Payment)

    async def set_auto_top_up(
        self,
        tenant_id: UUID,
        set_auto_top_up: SetAutoTopUp,
        *,
        idempotency_key: str | None = None,
    ) -> AutoTopUp:
        """Add credit by itself when little is left, or no longer."""
        call = Call("PUT", "/api/v1/tenants/{tenant_id}/auto-top-up", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(set_auto_top_up)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, AutoTopUp)
