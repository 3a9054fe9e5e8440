# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .operations_api import OperationsApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncOperationsApi:
    """What happens on the platform as it happens, for operators."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = OperationsApi(transport)
        self._threads = threads

    async def stream_operator_events(
        self,
        *,
        after: str | None = None,
    ) -> AsyncStream:
        """Follow what happens on the platform, as server-sent events."""
        return await self._threads.open(
            self._api.stream_operator_events,
            after=after,
        )
