# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .nodes_api import NodesApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncNodesApi:
    """The hosts of the fleet, for operators."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = NodesApi(transport)
        self._threads = threads

    async def cancel_node_task(
        self,
        node_id: UUID,
        task_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> NodeTask:
        """Cancel a task."""
        return await self._threads.run(
            self._api.cancel_node_task,
            node_id,
            task_id,
            idempotency_key=idempotency_key,
        )

    async def collect_node_logs(
        self,
        node_id: UUID,
        collect_node_logs: CollectNodeLogs,
        *,
        idempotency_key: str | None = None,
    ) -> NodeTask:
        """Have a node collect its logs."""
        return await self._threads.run(
            self._api.collect_node_logs,
            node_id,
            collect_node_logs,
            idempotency_key=idempotency_key,
        )

    async def cordon_node(
        self,
        node_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Let a node keep what it has and get nothing new."""
        return await self._threads.run(
            self._api.cordon_node,
            node_id,
            node_reason,
            idempotency_key=idempotency_key,
        )

    async def create_join_tokens(
        self,
        create_join_tokens: CreateJoinTokens,
        *,
        idempotency_key: str | None = None,
    ) -> JoinTokenBatch:
        """Make join tokens, each for one host."""
        return await self._threads.run(
            self._api.create_join_tokens,
            create_join_tokens,
            idempotency_key=idempotency_key,
        )

    async def create_node(
        self,
        create_node: CreateNode,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Make a node a host can then join as."""
        return await self._threads.run(
            self._api.create_node,
            create_node,
            idempotency_key=idempotency_key,
        )

    async def drain_node(
        self,
        node_id: UUID,
        drain_node: DrainNode,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Empty a node."""
        return await self._threads.run(
            self._api.drain_node,
            node_id,
            drain_node,
            idempotency_key=idempotency_key,
        )

    async def get_node(
        self,
        node_id: UUID,
    ) -> Node:
        """Show a node with its health and GPUs."""
        return await self._threads.run(
            self._api.get_node,
            node_id,
        )

    async def get_node_task(
        self,
        node_id: UUID,
        task_id: UUID,
    ) -> NodeTaskDetail:
        """Show a task with its phases and the end of its log."""
        return await self._threads.run(
            self._api.get_node_task,
            node_id,
            task_id,
        )

    async def get_node_telemetry(
        self,
        node_id: UUID,
        from_: datetime,
        to: datetime,
        *,
        step_seconds: int = 60,
    ) -> NodeTelemetry:
        """Show how a node and its GPUs fared."""
        return await self._threads.run(
            self._api.get_node_telemetry,
            node_id,
            from_,
            to,
            step_seconds=step_seconds,
        )

    async def get_node_topology(
        self,
        node_id: UUID,
        *,
        version: int | None = None,
    ) -> NodeTopology:
        """Show what a node consists of."""
        return await self._threads.run(
            self._api.get_node_topology,
            node_id,
            version=version,
        )

    async def list_node_certificates(
        self,
        node_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> NodeCertificatePage:
        """List the certificates of a node."""
        return await self._threads.run(
            self._api.list_node_certificates,
            node_id,
            limit=limit,
            cursor=cursor,
        )

    async def list_node_tasks(
        self,
        node_id: UUID,
        *,
        state: NodeTaskState | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> NodeTaskPage:
        """List the tasks of a node."""
        return await self._threads.run(
            self._api.list_node_tasks,
            node_id,
            state=state,
            limit=limit,
            cursor=cursor,
        )

    async def list_nodes(
        self,
        *,
        state: NodeState | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> NodePage:
        """List the nodes of the fleet."""
        return await self._threads.run(
            self._api.list_nodes,
            state=state,
            limit=limit,
            cursor=cursor,
        )

    async def quarantine_node(
        self,
        node_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Set a node aside because something is wrong with it."""
        return await self._threads.run(
            self._api.quarantine_node,
            node_id,
            node_reason,
            idempotency_key=idempotency_key,
        )

    async def readmit_node(
        self,
        node_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Take a quarantined node back."""
        return await self._threads.run(
            self._api.readmit_node,
            node_id,
            node_reason,
            idempotency_key=idempotency_key,
        )

    async def retire_node(
        self,
        node_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Remove a node from the fleet for good."""
        return await self._threads.run(
            self._api.retire_node,
            node_id,
            node_reason,
            idempotency_key=idempotency_key,
        )

    async def revoke_node_certificates(
        self,
        node_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Refuse all certificates a node has."""
        return await self._threads.run(
            self._api.revoke_node_certificates,
            node_id,
            node_reason,
            idempotency_key=idempotency_key,
        )

    async def rotate_task_signing_key(
        self,
        rotate_task_signing_key: RotateTaskSigningKey,
        *,
        idempotency_key: str | None = None,
    ) -> TaskSigningKey:
        """Sign tasks of nodes with a new key."""
        return await self._threads.run(
            self._api.rotate_task_signing_key,
            rotate_task_signing_key,
            idempotency_key=idempotency_key,
        )

    async def uncordon_node(
        self,
        node_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Node:
        """Let a cordoned, draining or drained node get work again."""
        return await self._threads.run(
            self._api.uncordon_node,
            node_id,
            idempotency_key=idempotency_key,
        )
