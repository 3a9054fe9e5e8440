# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncReferenceApi:
    """The error catalogue."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_error_code(
        self,
        code: str,
    ) -> ErrorDescription:
        """Get an error code."""
        call = Call("GET", "/api/v1/errors/{code}", accept="application/json")
        call.path("code", code)
        return await self._transport.send(call, ErrorDescription)

    async def list_error_codes(
        self,
    ) -> ErrorCatalogue:
        """List all error codes."""
        call = Call("GET", "/api/v1/errors", accept="application/json")
        return await self._transport.send(call, ErrorCatalogue)
