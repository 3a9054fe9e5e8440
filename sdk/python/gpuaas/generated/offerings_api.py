# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class OfferingsApi:
    """SKUs and their prices, for operators."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def add_price(
        self,
        sku_name: str,
        add_price: AddPrice,
        *,
        idempotency_key: str | None = None,
    ) -> Price:
        """Add a price for a SKU."""
        call = Call("POST", "/api/v1/skus/{sku_name}/prices", accept="application/json")
        call.path("sku_name", sku_name)
        call.body(add_price)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Price)

    def add_tenant_price(
        self,
        tenant_id: UUID,
        add_tenant_price: AddTenantPrice,
        *,
        idempotency_key: str | None = None,
    ) -> Price:
        """Add a price for one tenant."""
        call = Call("POST", "/api/v1/tenants/{tenant_id}/prices", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.body(add_tenant_price)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Price)

    def create_sku(
        self,
        create_sku: CreateSku,
        *,
        idempotency_key: str | None = None,
    ) -> Sku:
        """Create a SKU."""
        call = Call("POST", "/api/v1/skus", accept="application/json")
        call.body(create_sku)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Sku)

    def get_sku(
        self,
        sku_name: str,
    ) -> Sku:
        """Get a SKU."""
        call = Call("GET", "/api/v1/skus/{sku_name}", accept="application/json")
        call.path("sku_name", sku_name)
        return self._transport.send(call, Sku)

    def list_prices(
        self,
        sku_name: str,
        *,
        include_tenants: bool | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PricePage:
        """List past, current and future prices of a SKU."""
        call = Call("GET", "/api/v1/skus/{sku_name}/prices", accept="application/json")
        call.path("sku_name", sku_name)
        call.query("include_tenants", include_tenants)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, PricePage)

    def list_skus(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> SkuPage:
        """List all SKUs, including retired ones."""
        call = Call("GET", "/api/v1/skus", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, SkuPage)

    def list_tenant_prices(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PricePage:
        """List a tenant's own prices."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/prices", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, PricePage)

    def retire_sku(
        self,
        sku_name: str,
        retire_sku: RetireSku,
        *,
        idempotency_key: str | None = None,
    ) -> Sku:
        """Retire a SKU."""
        call = Call("POST", "/api/v1/skus/{sku_name}/retire", accept="application/json")
        call.path("sku_name", sku_name)
        call.body(retire_sku)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Sku)

    def set_sku_visibility(
        self,
        sku_name: str,
        set_sku_visibility: SetSkuVisibility,
        *,
        idempotency_key: str | None = None,
    ) -> Sku:
        """Set which tenants can see a SKU."""
        call = Call("PUT", "/api/v1/skus/{sku_name}/visibility", accept="application/json")
        call.path("sku_name", sku_name)
        call.body(set_sku_visibility)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Sku)

    def update_sku(
        self,
        sku_name: str,
        update_sku: UpdateSku,
        *,
        idempotency_key: str | None = None,
    ) -> Sku:
        """Update a SKU."""
        call = Call("PUT", "/api/v1/skus/{sku_name}", accept="application/json")
        call.path("sku_name", sku_name)
        call.body(update_sku)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Sku)
