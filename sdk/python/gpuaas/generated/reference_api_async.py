# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .reference_api import ReferenceApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncReferenceApi:
    """The error catalogue."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = ReferenceApi(transport)
        self._threads = threads

    async def get_error_code(
        self,
        code: str,
    ) -> ErrorDescription:
        """Explain an error code."""
        return await self._threads.run(
            self._api.get_error_code,
            code,
        )

    async def list_error_codes(
        self,
    ) -> ErrorCatalogue:
        """List every error code the API can answer with."""
        return await self._threads.run(
            self._api.list_error_codes,
        )
