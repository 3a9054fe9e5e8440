# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class NotificationsApi:
    """Mail the platform wrote."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_mail(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> MailPage:
        """Read the mail the platform wrote, newest first."""
        call = Call("GET", "/api/v1/mail", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, MailPage)
