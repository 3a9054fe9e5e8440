# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .updates_api import UpdatesApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncUpdatesApi:
    """Releases of the node agent and how they reach the nodes, for operators."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = UpdatesApi(transport)
        self._threads = threads

    async def abort_rollout(
        self,
        rollout_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Rollout:
        """End a rollout where it stands."""
        return await self._threads.run(
            self._api.abort_rollout,
            rollout_id,
            node_reason,
            idempotency_key=idempotency_key,
        )

    async def create_agent_release(
        self,
        create_agent_release: CreateAgentRelease,
        *,
        idempotency_key: str | None = None,
    ) -> AgentRelease:
        """Register a release of the node agent that enough release keys signed."""
        return await self._threads.run(
            self._api.create_agent_release,
            create_agent_release,
            idempotency_key=idempotency_key,
        )

    async def create_rollout(
        self,
        create_rollout: CreateRollout,
        *,
        idempotency_key: str | None = None,
    ) -> Rollout:
        """Update the agents of nodes to a release, canaries first, then in waves."""
        return await self._threads.run(
            self._api.create_rollout,
            create_rollout,
            idempotency_key=idempotency_key,
        )

    async def get_agent_release(
        self,
        release_id: UUID,
    ) -> AgentRelease:
        """Show a release of the node agent."""
        return await self._threads.run(
            self._api.get_agent_release,
            release_id,
        )

    async def get_rollout(
        self,
        rollout_id: UUID,
    ) -> Rollout:
        """Show how far a rollout is."""
        return await self._threads.run(
            self._api.get_rollout,
            rollout_id,
        )

    async def list_agent_releases(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> AgentReleasePage:
        """List the releases of the node agent."""
        return await self._threads.run(
            self._api.list_agent_releases,
            limit=limit,
            cursor=cursor,
        )

    async def list_rollout_nodes(
        self,
        rollout_id: UUID,
        *,
        state: RolloutNodeState | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> RolloutNodePage:
        """List the nodes of a rollout and how far each is."""
        return await self._threads.run(
            self._api.list_rollout_nodes,
            rollout_id,
            state=state,
            limit=limit,
            cursor=cursor,
        )

    async def list_rollouts(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> RolloutPage:
        """List the rollouts of agent releases."""
        return await self._threads.run(
            self._api.list_rollouts,
            limit=limit,
            cursor=cursor,
        )

    async def pause_rollout(
        self,
        rollout_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Rollout:
        """Begin no further node of a rollout."""
        return await self._threads.run(
            self._api.pause_rollout,
            rollout_id,
            node_reason,
            idempotency_key=idempotency_key,
        )

    async def resume_rollout(
        self,
        rollout_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Rollout:
        """Let a paused rollout go on."""
        return await self._threads.run(
            self._api.resume_rollout,
            rollout_id,
            node_reason,
            idempotency_key=idempotency_key,
        )

    async def revert_rollout(
        self,
        rollout_id: UUID,
        node_reason: NodeReason,
        *,
        idempotency_key: str | None = None,
    ) -> Rollout:
        """Send the nodes of a rollout back to what they ran before."""
        return await self._threads.run(
            self._api.revert_rollout,
            rollout_id,
            node_reason,
            idempotency_key=idempotency_key,
        )

    async def upload_agent_release_part(
        self,
        release_id: UUID,
        upload_agent_release_part: UploadAgentReleasePart,
        *,
        idempotency_key: str | None = None,
    ) -> AgentRelease:
        """Send one part of a release's program."""
        return await self._threads.run(
            self._api.upload_agent_release_part,
            release_id,
            upload_agent_release_part,
            idempotency_key=idempotency_key,
        )
