# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class ReferenceApi:
    """The error catalogue."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_error_code(
        self,
        code: str,
    ) -> ErrorDescription:
        """Get an error code."""
        call = Call("GET", "/api/v1/errors/{code}", accept="application/json")
        call.path("code", code)
        return self._transport.send(call, ErrorDescription)

    def list_error_codes(
        self,
    ) -> ErrorCatalogue:
        """List all error codes."""
        call = Call("GET", "/api/v1/errors", accept="application/json")
        return self._transport.send(call, ErrorCatalogue)
