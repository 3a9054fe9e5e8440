"""The same client for programs that run on asyncio.

    async with AsyncClient("http://127.0.0.1:8080", token) as client:
        me = await client.identity.get_me()

Needs httpx: `pip install gpuaas[async]`. Calls wait on the event loop, not on threads, and a call that is cancelled
closes its connection; what it asked for may have happened. Both clients retry and refuse in the same way.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import UUID

from .async_transport import AsyncTransport
from .generated import Allocation, AllocationState, AsyncAllocationsApi
from .generated.apis_async import AsyncApis
from .paging import check_page_size, next_cursor
from .transport import DEFAULT_RETRIES, Connection, RetryLimits, Token
from .waiting import PAUSE_SECONDS, TIMEOUT_SECONDS, Progress, Watch


class AsyncClient(AsyncApis):
    """A connection to one control plane, under one credential; see Client."""

    def __init__(
        self,
        url: str,
        token: Token | None = None,
        *,
        correlation_id: str | None = None,
        retries: RetryLimits = DEFAULT_RETRIES,
    ) -> None:
        self._transport = AsyncTransport(Connection(url, token, correlation_id), retries)
        super().__init__(self._transport)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections that are kept for further calls."""
        await self._transport.aclose()


async def all_items(
    list_page: Callable[..., Any], *arguments: Any, page_size: int = 50, **filters: Any
) -> AsyncIterator[Any]:
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
