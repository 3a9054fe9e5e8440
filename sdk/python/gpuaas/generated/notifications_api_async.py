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

    async def list_notification_preferences(
        self,
    ) -> NotificationPreferences:
        """Show which news reach you, and how."""
        return await self._threads.run(
            self._api.list_notification_preferences,
        )

    async def list_notifications(
        self,
        *,
        unread: bool | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> NotificationPage:
        """List what the platform told you, newest first."""
        return await self._threads.run(
            self._api.list_notifications,
            unread=unread,
            limit=limit,
            cursor=cursor,
        )

    async def mark_all_notifications_read(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> UnreadCount:
        """Mark everything as read that you were told up to now."""
        return await self._threads.run(
            self._api.mark_all_notifications_read,
            idempotency_key=idempotency_key,
        )

    async def mark_notification_read(
        self,
        notification_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Notification:
        """Mark a notification as read."""
        return await self._threads.run(
            self._api.mark_notification_read,
            notification_id,
            idempotency_key=idempotency_key,
        )

    async def set_notification_preference(
        self,
        kind: NotificationKind,
        set_notification_preference: SetNotificationPreference,
        *,
        idempotency_key: str | None = None,
    ) -> NotificationPreference:
        """Choose how news of a kind reach you."""
        return await self._threads.run(
            self._api.set_notification_preference,
            kind,
            set_notification_preference,
            idempotency_key=idempotency_key,
        )
