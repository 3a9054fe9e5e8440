# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class CapacityApi:
    """Capacity available to a project, and slots, leases and placement for operators."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def explain_placement(
        self,
        sku: str,
        count: int,
        *,
        strategy: PlacementStrategy | None = None,
    ) -> PlacementExplanation:
        """Explain where a request would be placed, without placing it."""
        call = Call("GET", "/api/v1/placement", accept="application/json")
        call.query("sku", sku)
        call.query("count", count)
        call.query("strategy", strategy)
        return self._transport.send(call, PlacementExplanation)

    def get_project_sku(
        self,
        project_id: UUID,
        sku_name: str,
    ) -> Offer:
        """Get a SKU with its price and availability."""
        call = Call("GET", "/api/v1/projects/{project_id}/skus/{sku_name}", accept="application/json")
        call.path("project_id", project_id)
        call.path("sku_name", sku_name)
        return self._transport.send(call, Offer)

    def list_project_skus(
        self,
        project_id: UUID,
    ) -> OfferList:
        """List the SKUs a project can buy, with prices and availability."""
        call = Call("GET", "/api/v1/projects/{project_id}/skus", accept="application/json")
        call.path("project_id", project_id)
        return self._transport.send(call, OfferList)

    def list_slots(
        self,
        *,
        node_id: UUID | None = None,
        state: SlotState | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> SlotPage:
        """List all GPUs and the allocations that hold them."""
        call = Call("GET", "/api/v1/slots", accept="application/json")
        call.query("node_id", node_id)
        call.query("state", state)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, SlotPage)

    def set_node_zone(
        self,
        node_id: UUID,
        set_node_zone: SetNodeZone,
        *,
        idempotency_key: str | None = None,
    ) -> NodeZone:
        """Set a node's location."""
        call = Call("PUT", "/api/v1/nodes/{node_id}/zone", accept="application/json")
        call.path("node_id", node_id)
        call.body(set_node_zone)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, NodeZone)

    def set_slot_mode(
        self,
        node_id: UUID,
        gpu_uuid: str,
        set_slot_mode: SetSlotMode,
        *,
        idempotency_key: str | None = None,
    ) -> Slot:
        """Set whether a GPU is sold whole or divided with MIG."""
        call = Call("PUT", "/api/v1/nodes/{node_id}/slots/{gpu_uuid}/mode", accept="application/json")
        call.path("node_id", node_id)
        call.path("gpu_uuid", gpu_uuid)
        call.body(set_slot_mode)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Slot)
