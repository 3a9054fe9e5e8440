# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class NodesApi:
    """The hosts of the fleet, for operators."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def cancel_node_task(
        self,
        node_id: UUID,
        task_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> NodeTask:
        """Cancel a task."""
        call = Call("POST", "/api/v1/nodes/{node_id}/tasks/{task_id}/cancel", accept="application/json")
        call.path("node_id", node_id)
        call.path("task_id", task_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, NodeTask)

    def collect_node_logs(
        self,
        node_id: UUID,
        collect_node_logs: CollectNodeLogs,
        *,
        idempotency_key: str | None = None,
    ) -> NodeTask:
        """Collect a node's logs."""
        call = Call("POST", "/api/v1/nodes/{node_id}/logs", accept="application/json")
        call.path("node_id", node_id)
        call.body(collect_node_logs)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, NodeTask)

    def cordon_node(
        self,
        node_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Cordon a node so that it receives no new work."""
        call = Call("POST", "/api/v1/nodes/{node_id}/cordon", accept="application/json")
        call.path("node_id", node_id)
        call.body(node_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Node)

    def create_join_tokens(
        self,
        create_join_tokens: CreateJoinTokens,
        *,
        idempotency_key: str | None = None,
    ) -> JoinTokenBatch:
        """Create join tokens."""
        call = Call("POST", "/api/v1/nodes/join-tokens", accept="application/json")
        call.body(create_join_tokens)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, JoinTokenBatch)

    def create_node(
        self,
        create_node: CreateNode,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Create a node for a host to join as."""
        call = Call("POST", "/api/v1/nodes", accept="application/json")
        call.body(create_node)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Node)

    def drain_node(
        self,
        node_id: UUID,
        drain_node: DrainNode,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Drain a node."""
        call = Call("POST", "/api/v1/nodes/{node_id}/drain", accept="application/json")
        call.path("node_id", node_id)
        call.body(drain_node)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Node)

    def get_node(
        self,
        node_id: UUID,
    ) -> Node:
        """Get a node with its health and GPUs."""
        call = Call("GET", "/api/v1/nodes/{node_id}", accept="application/json")
        call.path("node_id", node_id)
        return self._transport.send(call, Node)

    def get_node_task(
        self,
        node_id: UUID,
        task_id: UUID,
    ) -> NodeTaskDetail:
        """Get a task with its phases and the end of its log."""
        call = Call("GET", "/api/v1/nodes/{node_id}/tasks/{task_id}", accept="application/json")
        call.path("node_id", node_id)
        call.path("task_id", task_id)
        return self._transport.send(call, NodeTaskDetail)

    def get_node_telemetry(
        self,
        node_id: UUID,
        from_: datetime,
        to: datetime,
        *,
        step_seconds: int = 60,
    ) -> NodeTelemetry:
        """Get telemetry for a node and its GPUs."""
        call = Call("GET", "/api/v1/nodes/{node_id}/telemetry", accept="application/json")
        call.path("node_id", node_id)
        call.query("from", from_)
        call.query("to", to)
        call.query("step_seconds", step_seconds)
        return self._transport.send(call, NodeTelemetry)

    def get_node_topology(
        self,
        node_id: UUID,
        *,
        version: int | None = None,
    ) -> NodeTopology:
        """Get a node's topology."""
        call = Call("GET", "/api/v1/nodes/{node_id}/topology", accept="application/json")
        call.path("node_id", node_id)
        call.query("version", version)
        return self._transport.send(call, NodeTopology)

    def list_node_certificates(
        self,
        node_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> NodeCertificatePage:
        """List a node's certificates."""
        call = Call("GET", "/api/v1/nodes/{node_id}/certificates", accept="application/json")
        call.path("node_id", node_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, NodeCertificatePage)

    def list_node_tasks(
        self,
        node_id: UUID,
        *,
        state: NodeTaskState | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> NodeTaskPage:
        """List a node's tasks."""
        call = Call("GET", "/api/v1/nodes/{node_id}/tasks", accept="application/json")
        call.path("node_id", node_id)
        call.query("state", state)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, NodeTaskPage)

    def list_nodes(
        self,
        *,
        state: NodeState | None = None,
        name: str | None = None,
        search: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> NodePage:
        """List nodes."""
        call = Call("GET", "/api/v1/nodes", accept="application/json")
        call.query("state", state)
        call.query("name", name)
        call.query("search", search)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, NodePage)

    def quarantine_node(
        self,
        node_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Quarantine a faulty node."""
        call = Call("POST", "/api/v1/nodes/{node_id}/quarantine", accept="application/json")
        call.path("node_id", node_id)
        call.body(node_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Node)

    def readmit_node(
        self,
        node_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Readmit a quarantined node."""
        call = Call("POST", "/api/v1/nodes/{node_id}/readmit", accept="application/json")
        call.path("node_id", node_id)
        call.body(node_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Node)

    def retire_node(
        self,
        node_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Remove a node permanently from the fleet."""
        call = Call("POST", "/api/v1/nodes/{node_id}/retire", accept="application/json")
        call.path("node_id", node_id)
        call.body(node_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Node)

    def return_node_gpu(
        self,
        node_id: UUID,
        gpu_uuid: str,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Return a faulty GPU to service."""
        call = Call("POST", "/api/v1/nodes/{node_id}/gpus/{gpu_uuid}/return", accept="application/json")
        call.path("node_id", node_id)
        call.path("gpu_uuid", gpu_uuid)
        call.body(node_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Node)

    def revoke_node_certificates(
        self,
        node_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Revoke all certificates of a node."""
        call = Call("POST", "/api/v1/nodes/{node_id}/revoke-certificates", accept="application/json")
        call.path("node_id", node_id)
        call.body(node_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Node)

    def rotate_task_signing_key(
        self,
        rotate_task_signing_key: RotateTaskSigningKey,
        *,
        idempotency_key: str | None = None,
    ) -> TaskSigningKey:
        """Rotate the key that signs node tasks."""
        call = Call("POST", "/api/v1/nodes/task-signing-keys/rotate", accept="application/json")
        call.body(rotate_task_signing_key)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, TaskSigningKey)

    def uncordon_node(
        self,
        node_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Return a cordoned, draining or drained node to service."""
        call = Call("POST", "/api/v1/nodes/{node_id}/uncordon", accept="application/json")
        call.path("node_id", node_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Node)
