# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncNotificationsApi:
    """Notifications for users, and email sent by the platform."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list_mail(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> MailPage:
        """List email written by the platform, newest first."""
        call = Call("GET", "/api/v1/mail", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, MailPage)

    async def list_notification_preferences(
        self,
    ) -> NotificationPreferences:
        """List the caller's notification preferences."""
        call = Call("GET", "/api/v1/notification-preferences", accept="application/json")
        return await self._transport.send(call, NotificationPreferences)

    async def list_notifications(
        self,
        *,
        unread: bool | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> NotificationPage:
        """List the caller's notifications, newest first."""
        call = Call("GET", "/api/v1/notifications", accept="application/json")
        call.query("unread", unread)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, NotificationPage)

    async def mark_all_notifications_read(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> UnreadCount:
        """Mark all of the caller's notifications as read."""
        call = Call("POST", "/api/v1/notifications/read", accept="application/json")
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, UnreadCount)

    async def mark_notification_read(
        self,
        notification_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Notification:
        """Mark a notification as read."""
        call = Call("POST", "/api/v1/notifications/{notification_id}/read", accept="application/json")
        call.path("notification_id", notification_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Notification)

    async def set_notification_preference(
        self,
        kind: NotificationKind,
        set_notification_preference: SetNotificationPreference,
        *,
        idempotency_key: str | None = None,
    ) -> NotificationPreference:
        """Update a notification preference."""
        call = Call("PUT", "/api/v1/notification-preferences/{kind}", accept="application/json")
        call.path("kind", kind)
        call.body(set_notification_preference)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, NotificationPreference)
