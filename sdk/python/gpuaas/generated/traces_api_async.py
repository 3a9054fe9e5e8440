# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .traces_api import TracesApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncTracesApi:
    """Everything one request led to, by its correlation id, for operators."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = TracesApi(transport)
        self._threads = threads

    async def get_project_trace(
        self,
        project_id: UUID,
        correlation_id: str,
    ) -> Trace:
        """Show what a request led to in a project."""
        return await self._threads.run(
            self._api.get_project_trace,
            project_id,
            correlation_id,
        )

    async def get_tenant_trace(
        self,
        tenant_id: UUID,
        correlation_id: str,
    ) -> Trace:
        """Show what a request led to in a tenant."""
        return await self._threads.run(
            self._api.get_tenant_trace,
            tenant_id,
            correlation_id,
        )

    async def get_trace(
        self,
        correlation_id: str,
    ) -> Trace:
        """Show what a request led to."""
        return await self._threads.run(
            self._api.get_trace,
            correlation_id,
        )
