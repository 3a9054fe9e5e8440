# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class AllocationsApi:
    """The capacity a project holds: from asking for it to giving it back."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def confirm_allocation_fault(
        self,
        allocation_id: UUID,
        confirm_allocation_fault: ConfirmAllocationFault,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Confirm a fault that only a tenant reported."""
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
        """Ask for capacity."""
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
        """Ask for several allocations that are all placed, or none."""
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
        """Dismiss a fault that only a tenant reported."""
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
        """Tell what an allocation would cost an hour, and whether it could be had now."""
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
        """Move the end of an allocation that has one."""
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
        """Take an allocation back, protected or not."""
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
        """Show an allocation with its progress, its node and how to reach it."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        return self._transport.send(call, Allocation)

    def get_allocation_clone_request(
        self,
        project_id: UUID,
        allocation_id: UUID,
    ) -> CreateAllocation:
        """Show the request that would create another allocation like this one."""
        call = Call("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/clone-request", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        return self._transport.send(call, CreateAllocation)

    def get_allocation_telemetry(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        step_seconds: int = 60,
    ) -> AllocationTelemetry:
        """Show how the GPUs of an allocation fared while it held them."""
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
        """List allocations of all tenants."""
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
        """List everything that happened to an allocation."""
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
        """List what a project holds and held."""
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
        """Keep an allocation from being released by mistake."""
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
        """Give an allocation back, or take a waiting one out of the queue."""
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
        """Try a release that failed once more."""
        call = Call("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/retry-release", accept="application/json")
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
        """Follow what happens to a project's allocations, as server-sent events."""
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
        """Let an allocation be released again."""
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
        """Give an allocation another name or other labels."""
        call = Call("PUT", "/api/v1/projects/{project_id}/allocations/{allocation_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("allocation_id", allocation_id)
        call.body(update_allocation)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Allocation)
