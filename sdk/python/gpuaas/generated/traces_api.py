# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class TracesApi:
    """Everything a request caused, by correlation ID."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_project_trace(
        self,
        project_id: UUID,
        correlation_id: str,
    ) -> Trace:
        """Get everything a request caused in a project."""
        call = Call("GET", "/api/v1/projects/{project_id}/traces/{correlation_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("correlation_id", correlation_id)
        return self._transport.send(call, Trace)

    def get_tenant_trace(
        self,
        tenant_id: UUID,
        correlation_id: str,
    ) -> Trace:
        """Get everything a request caused in a tenant."""
        call = Call("GET", "/api/v1/tenants/{tenant_id}/traces/{correlation_id}", accept="application/json")
        call.path("tenant_id", tenant_id)
        call.path("correlation_id", correlation_id)
        return self._transport.send(call, Trace)

    def get_trace(
        self,
        correlation_id: str,
    ) -> Trace:
        """Get everything a request caused."""
        call = Call("GET", "/api/v1/traces/{correlation_id}", accept="application/json")
        call.path("correlation_id", correlation_id)
        return self._transport.send(call, Trace)
