"""The same client for programs that run on asyncio.

    async with AsyncClient("http://127.0.0.1:8080", token) as client:
        me = await client.identity.get_me()

Calls run on threads of the client's own, at most CALLS_AT_ONCE_MAX at a time: so the SDK still needs nothing but
Python, and both clients send, retry and refuse in the same way. A call that is cancelled is not waited for; what it
asked for may have happened.
"""

from __future__ import annotations

import asyncio
import functools
from concurrent.futures import ThreadPoolExecutor
from typing import Any, AsyncIterator, BinaryIO, Callable
from uuid import UUID

from .generated import *
from .paging import check_page_size, next_cursor
from .transport import Connection, RetryLimits, Token, Transport
from .waiting import PAUSE_SECONDS, TIMEOUT_SECONDS, Progress, Watch

CALLS_AT_ONCE_MAX = 32


class Threads:
    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(CALLS_AT_ONCE_MAX, "gpuaas")

    async def run(self, call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(
            self._pool, functools.partial(call, *arguments, **options)
        )

    async def open(self, call: Callable[..., BinaryIO], *arguments: Any, **options: Any) -> AsyncStream:
        return AsyncStream(self, await self.run(call, *arguments, **options))

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class AsyncStream:
    """What a call streams. Use it in `async with`; iterate over its lines, or read."""

    def __init__(self, threads: Threads, stream: BinaryIO) -> None:
        self._threads = threads
        self._stream = stream

    async def read(self, size: int = -1) -> bytes:
        return await self._threads.run(self._stream.read, size)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while line := await self._threads.run(self._stream.readline):
            yield line

    async def __aenter__(self) -> AsyncStream:
        return self

    async def __aexit__(self, *_: Any) -> None:
        self._stream.close()


class AsyncClient:
    """A connection to one control plane, under one credential; see Client."""

    def __init__(
        self,
        url: str,
        token: Token | None = None,
        *,
        correlation_id: str | None = None,
        retries: RetryLimits = RetryLimits(),
    ) -> None:
        transport = Transport(Connection(url, token, correlation_id), retries)
        self._threads = threads = Threads()
        self.identity = AsyncIdentityApi(transport, threads)
        self.access = AsyncAccessApi(transport, threads)
        self.tenancy = AsyncTenancyApi(transport, threads)
        self.machines = AsyncMachinesApi(transport, threads)
        self.users = AsyncUsersApi(transport, threads)
        self.notifications = AsyncNotificationsApi(transport, threads)
        self.policies = AsyncPoliciesApi(transport, threads)
        self.audit = AsyncAuditApi(transport, threads)
        self.events = AsyncEventsApi(transport, threads)
        self.nodes = AsyncNodesApi(transport, threads)
        self.allocations = AsyncAllocationsApi(transport, threads)
        self.reservations = AsyncReservationsApi(transport, threads)
        self.offerings = AsyncOfferingsApi(transport, threads)
        self.capacity = AsyncCapacityApi(transport, threads)
        self.updates = AsyncUpdatesApi(transport, threads)
        self.gateways = AsyncGatewaysApi(transport, threads)
        self.terminals = AsyncTerminalsApi(transport, threads)
        self.billing = AsyncBillingApi(transport, threads)
        self.payments = AsyncPaymentsApi(transport, threads)
        self.finance = AsyncFinanceApi(transport, threads)
        self.usage = AsyncUsageApi(transport, threads)
        self.recordings = AsyncRecordingsApi(transport, threads)
        self.traces = AsyncTracesApi(transport, threads)
        self.operations = AsyncOperationsApi(transport, threads)
        self.reference = AsyncReferenceApi(transport, threads)

    def close(self) -> None:
        self._threads.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: Any) -> None:
        self.close()


async def all_items(list_page: Callable[..., Any], *arguments: Any, page_size: int = 50, **filters: Any) -> AsyncIterator[Any]:
    """Every item of a listing: `async for tenant in all_items(client.identity.list_tenants)`."""
    check_page_size(page_size)
    cursor = None
    while True:
        page = await list_page(*arguments, limit=page_size, cursor=cursor, **filters)
        for item in page.items:
            yield item
        cursor = next_cursor(page, cursor)
        if cursor is None:
            return


async def wait_until_active(
    allocations: AsyncAllocationsApi,
    project_id: UUID,
    allocation_id: UUID,
    *,
    timeout_seconds: float = TIMEOUT_SECONDS,
    on_progress: Progress | None = None,
) -> Allocation:
    """Until it can be used. Raises WaitFailed when it never will, WaitTimedOut when the time is over."""
    watch = Watch(AllocationState.ACTIVE, timeout_seconds, on_progress)
    return await _wait(allocations, project_id, allocation_id, watch)


async def wait_until_released(
    allocations: AsyncAllocationsApi,
    project_id: UUID,
    allocation_id: UUID,
    *,
    timeout_seconds: float = TIMEOUT_SECONDS,
    on_progress: Progress | None = None,
) -> Allocation:
    """Until it is given back; whoever calls has asked for that already."""
    watch = Watch(AllocationState.RELEASED, timeout_seconds, on_progress)
    return await _wait(allocations, project_id, allocation_id, watch)


async def _wait(allocations: AsyncAllocationsApi, project_id: UUID, allocation_id: UUID, watch: Watch) -> Allocation:
    while True:
        allocation = await allocations.get_allocation(project_id, allocation_id)
        if watch.is_over(allocation):
            return allocation
        await asyncio.sleep(PAUSE_SECONDS)
