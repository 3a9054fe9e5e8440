# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .capacity_api import CapacityApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncCapacityApi:
    """What a project can get now; and slots, leases and placement for operators."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = CapacityApi(transport)
        self._threads = threads

    async def explain_placement(
        self,
        sku: str,
        count: int,
        *,
        strategy: PlacementStrategy | None = None,
    ) -> PlacementExplanation:
        """Say where a request would be placed and why, without placing it."""
        return await self._threads.run(
            self._api.explain_placement,
            sku,
            count,
            strategy=strategy,
        )

    async def get_project_sku(
        self,
        project_id: UUID,
        sku_name: str,
    ) -> Offer:
        """Show a SKU with its price and how much of it there is now."""
        return await self._threads.run(
            self._api.get_project_sku,
            project_id,
            sku_name,
        )

    async def list_project_skus(
        self,
        project_id: UUID,
    ) -> OfferList:
        """List what a project can buy, at which price, and how much of it there is now."""
        return await self._threads.run(
            self._api.list_project_skus,
            project_id,
        )

    async def list_slots(
        self,
        *,
        node_id: UUID | None = None,
        state: SlotState | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> SlotPage:
        """List the GPUs of the fleet and who holds them."""
        return await self._threads.run(
            self._api.list_slots,
            node_id=node_id,
            state=state,
            limit=limit,
            cursor=cursor,
        )

    async def set_node_zone(
        self,
        node_id: UUID,
        set_node_zone: SetNodeZone,
        *,
        idempotency_key: str | None = None,
    ) -> NodeZone:
        """Say where a node stands."""
        return await self._threads.run(
            self._api.set_node_zone,
            node_id,
            set_node_zone,
            idempotency_key=idempotency_key,
        )

    async def set_slot_mode(
        self,
        node_id: UUID,
        gpu_uuid: str,
        set_slot_mode: SetSlotMode,
        *,
        idempotency_key: str | None = None,
    ) -> Slot:
        """Sell a GPU as a whole, or divided for MIG."""
        return await self._threads.run(
            self._api.set_slot_mode,
            node_id,
            gpu_uuid,
            set_slot_mode,
            idempotency_key=idempotency_key,
        )
