# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class PaymentsApi:
    """Payments and refunds of tenants."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_payment(
        self,
        tenant_id: UUID,
        create_payment: CreatePayment,
        *,
        idempotency_key: str | None = None,
    ) -> Payment:
        """Create a payment."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/payments", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(create_payment)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Payment)

    def get_auto_top_up(
        self,
        tenant_id: UUID,
    ) -> AutoTopUp:
        """Get a tenant's auto top-up settings."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/auto-top-up", accept="application/json")
        call.path("tenant_id", tenant_id)
        return self._transport.send(call, AutoTopUp)

    def get_payment(
        self,
        tenant_id: UUID,
        payment_id: UUID,
    ) -> Payment:
        """Get a payment."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/payments/{payment_id}", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("payment_id", payment_id)
        return self._transport.send(call, Payment)

    def list_disputes(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> DisputePage:
        """List a tenant's disputed payments."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/disputes", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, DisputePage)

    def list_payments(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PaymentPage:
        """List a tenant's payments."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/payments", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, PaymentPage)

    def list_reconciliations(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ReconciliationPage:
        """List daily reconciliations with the payment provider."""
        call = Call("GET", "/api/v1/payments/reconciliations", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, ReconciliationPage)

    def refund_payment(
        self,
        tenant_id: UUID,
        payment_id: UUID,
        refund_payment: RefundPayment,
        *,
        idempotency_key: str | None = None,
    ) -> Payment:
        """Refund all or part of a payment."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/payments/{payment_id}/refund", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("payment_id", payment_id)
        call.body(refund_payment)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Payment)

    def set_auto_top_up(
        self,
        tenant_id: UUID,
        set_auto_top_up: SetAutoTopUp,
        *,
        idempotency_key: str | None = None,
    ) -> AutoTopUp:
        """Update a tenant's auto top-up settings."""
        call = Call("PUT", "/api/v1/tenants/{tenant_id}/auto-top-up", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(set_auto_top_up)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, AutoTopUp)
