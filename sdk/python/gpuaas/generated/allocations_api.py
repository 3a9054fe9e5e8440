# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class AllocationsApi:
    """GPU capacity held by a project, from request to release."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def confirm_allocation_fault(
        self,
        allocation_id: UUID,
        confirm_allocation_fault: ConfirmAllocationFault,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Confirm a fault reported by a tenant."""
        call = Call("POST", "/api/v1/allocations/{allocation_id}/confirm-fault", accept="application/json")
        call.path("allocation_id", allocation_id)
        call.body(confirm_allocation_fault)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Allocation)

    def create_allocation(
        self,
        project_id: UUID,
        create_allocation: CreateAllocation,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Create an allocation."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations", accept="application/json")
        call.path("project_id", project_id)
        call.body(create_allocation)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Allocation)

    def create_allocation_batch(
        self,
        project_id: UUID,
        create_allocation_batch: CreateAllocationBatch,
        *,
        idempotency_key: str | None = None,
    ) -> AllocationBatch:
        """Create several allocations, all or none."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocation-batches", accept="application/json")
        call.path("project_id", project_id)
        call.body(create_allocation_batch)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, AllocationBatch)

    def dismiss_allocation_fault(
        self,
        allocation_id: UUID,
        dismiss_allocation_fault: DismissAllocationFault,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Dismiss a fault reported by a tenant."""
        call = Call("POST", "/api/v1/allocations/{allocation_id}/dismiss-fault", accept="application/json")
        call.path("allocation_id", allocation_id)
        call.body(dismiss_allocation_fault)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Allocation)

    def estimate_allocation(
        self,
        project_id: UUID,
        sku: str,
        count: int,
    ) -> AllocationEstimate:
        """Estimate an allocation's hourly cost and availability."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocation-estimate", accept="application/json")
        call.path("project_id", project_id)
        call.query("sku", sku)
        call.query("count", count)
        return self._transport.send(call, AllocationEstimate)

    def extend_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
        extend_allocation: ExtendAllocation,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Extend an allocation's time limit."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/extend", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.body(extend_allocation)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Allocation)

    def force_release_allocation(
        self,
        allocation_id: UUID,
        force_release_allocation: ForceReleaseAllocation,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Release an allocation even if it is protected."""
        call = Call("POST", "/api/v1/allocations/{allocation_id}/force-release", accept="application/json")
        call.path("allocation_id", allocation_id)
        call.body(force_release_allocation)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Allocation)

    def get_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
    ) -> Allocation:
        """Get an allocation."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        return self._transport.send(call, Allocation)

    def get_allocation_clone_request(
        self,
        project_id: UUID,
        allocation_id: UUID,
    ) -> CreateAllocation:
        """Get a request that creates a copy of an allocation."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/clone-request", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        return self._transport.send(call, CreateAllocation)

    def get_allocation_defaults(
        self,
        project_id: UUID,
    ) -> AllocationDefaults:
        """Get a project's default limits for new allocations."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocation-defaults", accept="application/json")
        call.path("project_id", project_id)
        return self._transport.send(call, AllocationDefaults)

    def get_allocation_telemetry(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        step_seconds: int = 60,
    ) -> AllocationTelemetry:
        """Get telemetry for an allocation's GPUs."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/telemetry", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.query("from", from_)
        call.query("to", to)
        call.query("step_seconds", step_seconds)
        return self._transport.send(call, AllocationTelemetry)

    def list_all_allocations(
        self,
        *,
        state: AllocationState | None = None,
        sku: str | None = None,
        node_id: UUID | None = None,
        stuck: bool | None = None,
        fault_reported: bool | None = None,
        tenant_id: UUID | None = None,
        project_id: UUID | None = None,
        name: str | None = None,
        search: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AllocationPage:
        """List allocations across all tenants."""
        call = Call("GET", "/api/v1/allocations", accept="application/json")
        call.query("state", state)
        call.query("sku", sku)
        call.query("node_id", node_id)
        call.query("stuck", stuck)
        call.query("fault_reported", fault_reported)
        call.query("tenant_id", tenant_id)
        call.query("project_id", project_id)
        call.query("name", name)
        call.query("search", search)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, AllocationPage)

    def list_allocation_timeline(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AllocationEventPage:
        """List an allocation's events."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/timeline", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, AllocationEventPage)

    def list_allocations(
        self,
        project_id: UUID,
        *,
        state: AllocationState | None = None,
        label: str | None = None,
        sku: str | None = None,
        name: str | None = None,
        search: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AllocationPage:
        """List a project's allocations."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations", accept="application/json")
        call.path("project_id", project_id)
        call.query("state", state)
        call.query("label", label)
        call.query("sku", sku)
        call.query("name", name)
        call.query("search", search)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, AllocationPage)

    def protect_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Protect an allocation from accidental release."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/protect", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Allocation)

    def release_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Release an allocation, or remove it from the queue."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/release", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Allocation)

    def retry_allocation_release(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Retry a failed release."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/retry-release", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Allocation)

    def set_allocation_defaults(
        self,
        project_id: UUID,
        set_allocation_defaults: SetAllocationDefaults,
        *,
        idempotency_key: str | None = None,
    ) -> AllocationDefaults:
        """Set a project's default limits for new allocations."""
        call = Call("PUT", "/api/v1/projects/{project_id}/allocation-defaults", accept="application/json")
        call.path("project_id", project_id)
        call.body(set_allocation_defaults)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, AllocationDefaults)

    def snooze_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Postpone an allocation's automatic release."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/snooze", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Allocation)

    def stream_allocation_events(
        self,
        project_id: UUID,
        *,
        after: str | None = None,
    ) -> BinaryIO:
        """Stream the events of a project's allocations."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocation-events", accept="text/event-stream")
        call.path("project_id", project_id)
        call.query("after", after)
        return self._transport.stream(call)

    def unprotect_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Remove an allocation's release protection."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/unprotect", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Allocation)

    def update_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
        update_allocation: UpdateAllocation,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Update an allocation's name, labels or limits."""
        call = Call("PUT", "/api/v1/projects/{project_id}/allocations/{allocation_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.body(update_allocation)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Allocation)
