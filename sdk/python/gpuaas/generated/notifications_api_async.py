# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .notifications_api import NotificationsApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncNotificationsApi:
    """Mail the platform wrote."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = NotificationsApi(transport)
        self._threads = threads

    async def list_mail(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> MailPage:
        """Read the mail the platform wrote, newest first."""
        return await self._threads.run(
            self._api.list_mail,
            limit=limit,
            cursor=cursor,
        )
