"""The same client for programs that run on asyncio.

    async with AsyncClient("http://127.0.0.1:8080", token) as client:
        me = await client.identity.get_me()

Needs httpx: `pip install gpuaas[async]`. Calls wait on the event loop, not on threads, and a call that is cancelled
closes its connection; what it asked for may have happened. Both clients retry and refuse in the same way.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from .async_transport import SILENCE, AsyncStream, AsyncTransport
from .errors import ServerUnreachable, Unavailable
from .generated import (
    Allocation,
    AllocationState,
    AsyncAllocationsApi,
    AsyncCommandsApi,
    Command,
    CommandOutput,
    CreateAllocation,
)
from .generated.apis_async import AsyncApis
from .paging import check_page_size, next_cursor
from .running import (
    KEPT_BYTES_MAX,
    RELEASE_PAUSE_SECONDS,
    Finished,
    Following,
    OnOutput,
    ReleaseRetries,
    note_not_cancelled,
    start,
)
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

    async def exec(
        self,
        project_id: UUID,
        allocation_id: UUID,
        argv: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        working_directory: str | None = None,
        on_output: OnOutput | None = None,
        kept_bytes_max: int = KEPT_BYTES_MAX,
    ) -> Finished:
        """Runs a program in an allocation and returns how it ended; `check()` raises unless that was with 0.

        `on_output` gets what it prints, within some seconds. A program that this stops waiting for, because it is
        cancelled say, is ended. It has no standard input.
        """
        program = start(argv, environment, working_directory)
        command = (await self.commands.start_command(project_id, allocation_id, program)).command
        try:
            return await _follow(self.commands, project_id, command, Following(on_output, kept_bytes_max))
        except BaseException as error:
            # Nobody would learn how it ended. Shielded, as this may be the end of the task.
            try:
                await asyncio.shield(self.commands.cancel_command(project_id, allocation_id, command.id))
            except Exception as failure:
                note_not_cancelled(error, command, failure)
            raise

    async def run(
        self,
        project_id: UUID,
        wanted: CreateAllocation,
        argv: Sequence[str],
        *,
        keep: bool = False,
        environment: Mapping[str, str] | None = None,
        working_directory: str | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        on_progress: Progress | None = None,
        on_output: OnOutput | None = None,
        kept_bytes_max: int = KEPT_BYTES_MAX,
    ) -> Finished:
        """Allocates GPUs, runs a program on them and releases them, also after an error, unless `keep`."""
        created = await self.allocations.create_allocation(project_id, wanted)
        try:
            await wait_until_active(
                self.allocations, project_id, created.id, timeout_seconds=timeout_seconds, on_progress=on_progress
            )
            finished = await self.exec(
                project_id,
                created.id,
                argv,
                environment=environment,
                working_directory=working_directory,
                on_output=on_output,
                kept_bytes_max=kept_bytes_max,
            )
        except BaseException as error:
            if not keep:
                await asyncio.shield(_release(self.allocations, project_id, created.id, error))
            raise
        if not keep:
            await asyncio.shield(_release(self.allocations, project_id, created.id, None))
        return finished


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


async def _release(
    allocations: AsyncAllocationsApi, project_id: UUID, allocation_id: UUID, original: BaseException | None
) -> None:
    """Raises the error of the last try. If there is an original error, that one gets a note instead."""
    retries = ReleaseRetries(allocation_id)
    try:
        while True:
            try:
                await allocations.release_allocation(project_id, allocation_id)
                return
            except Exception as failure:
                if retries.is_over(failure):
                    raise
            await asyncio.sleep(RELEASE_PAUSE_SECONDS)
    except BaseException as failure:
        retries.note(original or failure, failure)
        if original is None or not isinstance(failure, Exception):
            raise


async def _follow(commands: AsyncCommandsApi, project_id: UUID, command: Command, following: Following) -> Finished:
    while True:
        try:
            command = await commands.get_command(project_id, command.allocation_id, command.id)
            for stream, offset in following.missing(command):
                await _read(commands, project_id, command, stream, offset, following)
            if following.is_over(command):
                return following.finished(command)
        except (ServerUnreachable, Unavailable) as error:
            following.away(error)
        await asyncio.sleep(following.pause())


async def _read(
    commands: AsyncCommandsApi,
    project_id: UUID,
    command: Command,
    stream: CommandOutput,
    offset: int,
    following: Following,
) -> None:
    stored = await commands.read_command_output(
        project_id, command.allocation_id, command.id, stream=stream, offset=offset
    )
    async with stored:
        while piece := await _next_piece(stored):
            following.take(stream, piece)


async def _next_piece(stored: AsyncStream) -> bytes:
    try:
        return await stored.read_piece()
    except SILENCE:
        return b""
