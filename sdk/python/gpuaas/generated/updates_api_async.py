# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncUpdatesApi:
    """Node agent releases and their rollout to nodes, for operators."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def abort_rollout(
        self,
        rollout_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Rollout:
        """Abort a rollout."""
        call = Call("POST", "/api/v1/rollouts/{rollout_id}/abort", accept="application/json")
        call.path("rollout_id", rollout_id)
        call.body(node_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Rollout)

    async def create_agent_release(
        self,
        create_agent_release: CreateAgentRelease,
        *,
        idempotency_key: str | None = None,
    ) -> AgentRelease:
        """Register a signed node agent release."""
        call = Call("POST", "/api/v1/agent-releases", accept="application/json")
        call.body(create_agent_release)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, AgentRelease)

    async def create_rollout(
        self,
        create_rollout: CreateRollout,
        *,
        idempotency_key: str | None = None,
    ) -> Rollout:
        """Roll out an agent release to nodes."""
        call = Call("POST", "/api/v1/rollouts", accept="application/json")
        call.body(create_rollout)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Rollout)

    async def get_agent_release(
        self,
        release_id: UUID,
    ) -> AgentRelease:
        """Get a node agent release."""
        call = Call("GET", "/api/v1/agent-releases/{release_id}", accept="application/json")
        call.path("release_id", release_id)
        return await self._transport.send(call, AgentRelease)

    async def get_rollout(
        self,
        rollout_id: UUID,
    ) -> Rollout:
        """Get a rollout and its progress."""
        call = Call("GET", "/api/v1/rollouts/{rollout_id}", accept="application/json")
        call.path("rollout_id", rollout_id)
        return await self._transport.send(call, Rollout)

    async def list_agent_releases(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AgentReleasePage:
        """List node agent releases."""
        call = Call("GET", "/api/v1/agent-releases", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, AgentReleasePage)

    async def list_rollout_nodes(
        self,
        rollout_id: UUID,
        *,
        state: RolloutNodeState | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> RolloutNodePage:
        """List the nodes of a rollout and their progress."""
        call = Call("GET", "/api/v1/rollouts/{rollout_id}/nodes", accept="application/json")
        call.path("rollout_id", rollout_id)
        call.query("state", state)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, RolloutNodePage)

    async def list_rollouts(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> RolloutPage:
        """List rollouts."""
        call = Call("GET", "/api/v1/rollouts", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, RolloutPage)

    async def pause_rollout(
        self,
        rollout_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Rollout:
        """Pause a rollout."""
        call = Call("POST", "/api/v1/rollouts/{rollout_id}/pause", accept="application/json")
        call.path("rollout_id", rollout_id)
        call.body(node_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Rollout)

    async def resume_rollout(
        self,
        rollout_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Rollout:
        """Resume a paused rollout."""
        call = Call("POST", "/api/v1/rollouts/{rollout_id}/resume", accept="application/json")
        call.path("rollout_id", rollout_id)
        call.body(node_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Rollout)

    async def revert_rollout(
        self,
        rollout_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Rollout:
        """Revert the nodes of a rollout to their previous version."""
        call = Call("POST", "/api/v1/rollouts/{rollout_id}/revert", accept="application/json")
        call.path("rollout_id", rollout_id)
        call.body(node_reason)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Rollout)

    async def upload_agent_release_part(
        self,
        release_id: UUID,
        upload_agent_release_part: UploadAgentReleasePart,
        *,
        idempotency_key: str | None = None,
    ) -> AgentRelease:
        """Upload one part of a release's program."""
        call = Call("POST", "/api/v1/agent-releases/{release_id}/parts", accept="application/json")
        call.path("release_id", release_id)
        call.body(upload_agent_release_part)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, AgentRelease)
