# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .gateways_api import GatewaysApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncGatewaysApi:
    """The programs that carry streams between nodes and people, and the streams, for operators."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = GatewaysApi(transport)
        self._threads = threads

    async def close_log_stream(
        self,
        node_id: UUID,
        stream_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> LogStream:
        """End a log stream."""
        return await self._threads.run(
            self._api.close_log_stream,
            node_id,
            stream_id,
            idempotency_key=idempotency_key,
        )

    async def create_gateway(
        self,
        create_gateway: CreateGateway,
        *,
        idempotency_key: str | None = None,
    ) -> NewGateway:
        """Make a gateway and the secret it starts with."""
        return await self._threads.run(
            self._api.create_gateway,
            create_gateway,
            idempotency_key=idempotency_key,
        )

    async def create_log_stream(
        self,
        node_id: UUID,
        create_log_stream: CreateLogStream,
        *,
        idempotency_key: str | None = None,
    ) -> LogStream:
        """Have a node stream its log to a gateway, and get the token to read it there."""
        return await self._threads.run(
            self._api.create_log_stream,
            node_id,
            create_log_stream,
            idempotency_key=idempotency_key,
        )

    async def list_gateways(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> GatewayPage:
        """List the gateways of the installation."""
        return await self._threads.run(
            self._api.list_gateways,
            limit=limit,
            cursor=cursor,
        )

    async def revoke_gateway(
        self,
        gateway_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Gateway:
        """End a gateway's secret and certificate; its streams end."""
        return await self._threads.run(
            self._api.revoke_gateway,
            gateway_id,
            idempotency_key=idempotency_key,
        )
