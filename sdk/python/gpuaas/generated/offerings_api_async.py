# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .offerings_api import OfferingsApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncOfferingsApi:
    """SKUs and their prices, for operators."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = OfferingsApi(transport)
        self._threads = threads

    async def add_price(
        self,
        sku_name: str,
        add_price: AddPrice,
        *,
        idempotency_key: str | None = None,
    ) -> Price:
        """Give a SKU another price from a time on."""
        return await self._threads.run(
            self._api.add_price,
            sku_name,
            add_price,
            idempotency_key=idempotency_key,
        )

    async def add_tenant_price(
        self,
        tenant_id: UUID,
        add_tenant_price: AddTenantPrice,
        *,
        idempotency_key: str | None = None,
    ) -> Price:
        """Add a price for one tenant."""
        return await self._threads.run(
            self._api.add_tenant_price,
            tenant_id,
            add_tenant_price,
            idempotency_key=idempotency_key,
        )

    async def create_sku(
        self,
        create_sku: CreateSku,
        *,
        idempotency_key: str | None = None,
    ) -> Sku:
        """Offer something new."""
        return await self._threads.run(
            self._api.create_sku,
            create_sku,
            idempotency_key=idempotency_key,
        )

    async def get_sku(
        self,
        sku_name: str,
    ) -> Sku:
        """Show a SKU."""
        return await self._threads.run(
            self._api.get_sku,
            sku_name,
        )

    async def list_prices(
        self,
        sku_name: str,
        *,
        include_tenants: bool | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PricePage:
        """List a SKU's prices, past and coming."""
        return await self._threads.run(
            self._api.list_prices,
            sku_name,
            include_tenants=include_tenants,
            limit=limit,
            cursor=cursor,
        )

    async def list_skus(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> SkuPage:
        """List all SKUs, retired ones too."""
        return await self._threads.run(
            self._api.list_skus,
            limit=limit,
            cursor=cursor,
        )

    async def list_tenant_prices(
        self,
        tenant_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PricePage:
        """List a tenant's own prices, past and coming."""
        return await self._threads.run(
            self._api.list_tenant_prices,
            tenant_id,
            limit=limit,
            cursor=cursor,
        )

    async def retire_sku(
        self,
        sku_name: str,
        retire_sku: RetireSku,
        *,
        idempotency_key: str | None = None,
    ) -> Sku:
        """Stop selling a SKU."""
        return await self._threads.run(
            self._api.retire_sku,
            sku_name,
            retire_sku,
            idempotency_key=idempotency_key,
        )

    async def set_sku_visibility(
        self,
        sku_name: str,
        set_sku_visibility: SetSkuVisibility,
        *,
        idempotency_key: str | None = None,
    ) -> Sku:
        """Say who sees a SKU."""
        return await self._threads.run(
            self._api.set_sku_visibility,
            sku_name,
            set_sku_visibility,
            idempotency_key=idempotency_key,
        )

    async def update_sku(
        self,
        sku_name: str,
        update_sku: UpdateSku,
        *,
        idempotency_key: str | None = None,
    ) -> Sku:
        """Change a SKU."""
        return await self._threads.run(
            self._api.update_sku,
            sku_name,
            update_sku,
            idempotency_key=idempotency_key,
        )
