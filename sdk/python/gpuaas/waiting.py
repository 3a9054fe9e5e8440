"""Waits for allocations, and tells how far they are."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

from .errors import WaitFailed, WaitTimedOut
from .generated import Allocation, AllocationsApi, AllocationState

PAUSE_SECONDS = 0.3
TIMEOUT_SECONDS = 600.0

#: Called with the allocation whenever its state or phase is another than before.
Progress = Callable[[Allocation], Any]

_ENDS = (AllocationState.RELEASED, AllocationState.FAILED, AllocationState.RELEASE_FAILED)


def wait_until_active(
    allocations: AllocationsApi,
    project_id: UUID,
    allocation_id: UUID,
    *,
    timeout_seconds: float = TIMEOUT_SECONDS,
    on_progress: Progress | None = None,
) -> Allocation:
    """Until it can be used. Raises WaitFailed when it never will, WaitTimedOut when the time is over."""
    return _wait(allocations, project_id, allocation_id, Watch(AllocationState.ACTIVE, timeout_seconds, on_progress))


def wait_until_released(
    allocations: AllocationsApi,
    project_id: UUID,
    allocation_id: UUID,
    *,
    timeout_seconds: float = TIMEOUT_SECONDS,
    on_progress: Progress | None = None,
) -> Allocation:
    """Until it is given back; whoever calls has asked for that already."""
    return _wait(allocations, project_id, allocation_id, Watch(AllocationState.RELEASED, timeout_seconds, on_progress))


def _wait(allocations: AllocationsApi, project_id: UUID, allocation_id: UUID, watch: Watch) -> Allocation:
    while True:
        allocation = allocations.get_allocation(project_id, allocation_id)
        if watch.is_over(allocation):
            return allocation
        time.sleep(PAUSE_SECONDS)


class Watch:
    """Decides whether a wait is over; the same for those that block and those that do not."""

    def __init__(self, wanted: AllocationState, timeout_seconds: float, on_progress: Progress | None) -> None:
        self._wanted = wanted
        self._deadline = time.monotonic() + timeout_seconds
        self._on_progress = on_progress
        self._seen: tuple[Any, Any] | None = None

    def is_over(self, allocation: Allocation) -> bool:
        self._tell(allocation)
        if allocation.state == self._wanted:
            return True
        if allocation.state in _ENDS:
            reason = "" if allocation.failure is None else f": {allocation.failure.message}"
            raise WaitFailed(f"Allocation {allocation.id} is {_word(allocation.state)}{reason}", allocation)
        if time.monotonic() > self._deadline:
            raise WaitTimedOut(f"Allocation {allocation.id} is still {_word(allocation.state)}", allocation)
        return False

    def _tell(self, allocation: Allocation) -> None:
        now = (allocation.state, allocation.phase)
        if self._on_progress is not None and now != self._seen:
            self._on_progress(allocation)
        self._seen = now


def _word(state: Any) -> str:
    return str(getattr(state, "value", state))
