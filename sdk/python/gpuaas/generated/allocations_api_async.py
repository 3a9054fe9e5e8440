# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .allocations_api import AllocationsApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncAllocationsApi:
    """The capacity a project holds: from asking for it to giving it back."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = AllocationsApi(transport)
        self._threads = threads

    async def create_allocation(
        self,
        project_id: UUID,
        create_allocation: CreateAllocation,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Ask for capacity."""
        return await self._threads.run(
            self._api.create_allocation,
            project_id,
            create_allocation,
            idempotency_key=idempotency_key,
        )

    async def create_allocation_batch(
        self,
        project_id: UUID,
        create_allocation_batch: CreateAllocationBatch,
        *,
        idempotency_key: str | None = None,
    ) -> AllocationBatch:
        """Ask for several allocations that are all placed, or none."""
        return await self._threads.run(
            self._api.create_allocation_batch,
            project_id,
            create_allocation_batch,
            idempotency_key=idempotency_key,
        )

    async def estimate_allocation(
        self,
        project_id: UUID,
        sku: str,
        count: int,
    ) -> AllocationEstimate:
        """Tell what an allocation would cost an hour, and whether it could be had now."""
        return await self._threads.run(
            self._api.estimate_allocation,
            project_id,
            sku,
            count,
        )

    async def extend_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
        extend_allocation: ExtendAllocation,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Move the end of an allocation that has one."""
        return await self._threads.run(
            self._api.extend_allocation,
            project_id,
            allocation_id,
            extend_allocation,
            idempotency_key=idempotency_key,
        )

    async def force_release_allocation(
        self,
        allocation_id: UUID,
        force_release_allocation: ForceReleaseAllocation,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Take an allocation back, protected or not."""
        return await self._threads.run(
            self._api.force_release_allocation,
            allocation_id,
            force_release_allocation,
            idempotency_key=idempotency_key,
        )

    async def get_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
    ) -> Allocation:
        """Show an allocation with its progress, its node and how to reach it."""
        return await self._threads.run(
            self._api.get_allocation,
            project_id,
            allocation_id,
        )

    async def get_allocation_clone_request(
        self,
        project_id: UUID,
        allocation_id: UUID,
    ) -> CreateAllocation:
        """Show the request that would create another allocation like this one."""
        return await self._threads.run(
            self._api.get_allocation_clone_request,
            project_id,
            allocation_id,
        )

    async def get_allocation_telemetry(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        step_seconds: int = 60,
    ) -> AllocationTelemetry:
        """Show how the GPUs of an allocation fared while it held them."""
        return await self._threads.run(
            self._api.get_allocation_telemetry,
            project_id,
            allocation_id,
            from_=from_,
            to=to,
            step_seconds=step_seconds,
        )

    async def list_all_allocations(
        self,
        *,
        state: AllocationState | None = None,
        sku: str | None = None,
        node_id: UUID | None = None,
        stuck: bool | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AllocationPage:
        """List allocations of all tenants."""
        return await self._threads.run(
            self._api.list_all_allocations,
            state=state,
            sku=sku,
            node_id=node_id,
            stuck=stuck,
            limit=limit,
            cursor=cursor,
        )

    async def list_allocation_timeline(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AllocationEventPage:
        """List everything that happened to an allocation."""
        return await self._threads.run(
            self._api.list_allocation_timeline,
            project_id,
            allocation_id,
            limit=limit,
            cursor=cursor,
        )

    async def list_allocations(
        self,
        project_id: UUID,
        *,
        state: AllocationState | None = None,
        label: str | None = None,
        sku: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AllocationPage:
        """List what a project holds and held."""
        return await self._threads.run(
            self._api.list_allocations,
            project_id,
            state=state,
            label=label,
            sku=sku,
            limit=limit,
            cursor=cursor,
        )

    async def protect_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Keep an allocation from being released by mistake."""
        return await self._threads.run(
            self._api.protect_allocation,
            project_id,
            allocation_id,
            idempotency_key=idempotency_key,
        )

    async def release_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Give an allocation back, or take a waiting one out of the queue."""
        return await self._threads.run(
            self._api.release_allocation,
            project_id,
            allocation_id,
            idempotency_key=idempotency_key,
        )

    async def retry_allocation_release(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Try a release that failed once more."""
        return await self._threads.run(
            self._api.retry_allocation_release,
            project_id,
            allocation_id,
            idempotency_key=idempotency_key,
        )

    async def stream_allocation_events(
        self,
        project_id: UUID,
        *,
        after: str | None = None,
    ) -> AsyncStream:
        """Follow what happens to a project's allocations, as server-sent events."""
        return await self._threads.open(
            self._api.stream_allocation_events,
            project_id,
            after=after,
        )

    async def unprotect_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Let an allocation be released again."""
        return await self._threads.run(
            self._api.unprotect_allocation,
            project_id,
            allocation_id,
            idempotency_key=idempotency_key,
        )

    async def update_allocation(
        self,
        project_id: UUID,
        allocation_id: UUID,
        update_allocation: UpdateAllocation,
        *,
        idempotency_key: str | None = None,
    ) -> Allocation:
        """Give an allocation another name or other labels."""
        return await self._threads.run(
            self._api.update_allocation,
            project_id,
            allocation_id,
            update_allocation,
            idempotency_key=idempotency_key,
        )
