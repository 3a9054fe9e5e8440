# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class GatewaysApi:
    """Gateways that carry streams between nodes and users, for operators."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def close_log_stream(
        self,
        node_id: UUID,
        stream_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> LogStream:
        """Close a log stream."""
        call = Call("POST", "/api/v1/nodes/{node_id}/log-streams/{stream_id}/close", accept="application/json")
        call.path("node_id", node_id)
        call.path("stream_id", stream_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, LogStream)

    def create_gateway(
        self,
        create_gateway: CreateGateway,
        *,
        idempotency_key: str | None = None,
    ) -> NewGateway:
        """Create a gateway."""
        call = Call("POST", "/api/v1/gateways", accept="application/json")
        call.body(create_gateway)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, NewGateway)

    def create_log_stream(
        self,
        node_id: UUID,
        create_log_stream: CreateLogStream,
        *,
        idempotency_key: str | None = None,
    ) -> LogStream:
        """Stream a node's log."""
        call = Call("POST", "/api/v1/nodes/{node_id}/log-streams", accept="application/json")
        call.path("node_id", node_id)
        call.body(create_log_stream)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, LogStream)

    def list_gateways(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> GatewayPage:
        """List gateways."""
        call = Call("GET", "/api/v1/gateways", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, GatewayPage)

    def revoke_gateway(
        self,
        gateway_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Gateway:
        """Revoke a gateway and end its streams."""
        call = Call("POST", "/api/v1/gateways/{gateway_id}/revoke", accept="application/json")
        call.path("gateway_id", gateway_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Gateway)
