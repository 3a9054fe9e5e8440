# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Call, new_idempotency_key
from .models import *

if TYPE_CHECKING:
    from ..async_transport import AsyncStream, AsyncTransport


class AsyncUsageApi:
    """Usage reported by apps, and its prices."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def add_measure_price(
        self,
        measure_name: str,
        add_measure_price: AddMeasurePrice,
        *,
        idempotency_key: str | None = None,
    ) -> MeasurePrice:
        """Add a price for a measure."""
        call = Call("POST", "/api/v1/measures/{measure_name}/prices", accept="application/json")
        call.path("measure_name", measure_name)
        call.body(add_measure_price)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, MeasurePrice)

    async def create_measure(
        self,
        create_measure: CreateMeasure,
        *,
        idempotency_key: str | None = None,
    ) -> Measure:
        """Create a measure for apps to report."""
        call = Call("POST", "/api/v1/measures", accept="application/json")
        call.body(create_measure)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, Measure)

    async def list_measure_prices(
        self,
        measure_name: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> MeasurePricePage:
        """List a measure's prices, including those for individual tenants."""
        call = Call("GET", "/api/v1/measures/{measure_name}/prices", accept="application/json")
        call.path("measure_name", measure_name)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, MeasurePricePage)

    async def list_measures(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> MeasurePage:
        """List measures with their units and prices."""
        call = Call("GET", "/api/v1/measures", accept="application/json")
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, MeasurePage)

    async def list_usage_records(
        self,
        project_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> UsageRecordPage:
        """List usage reported by a project's apps."""
        call = Call("GET", "/api/v1/projects/{project_id}/usage-records", accept="application/json")
        call.path("project_id", project_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return await self._transport.send(call, UsageRecordPage)

    async def report_usage(
        self,
        project_id: UUID,
        report_usage: ReportUsage,
        *,
        idempotency_key: str | None = None,
    ) -> UsageReport:
        """Report usage of a project's apps."""
        call = Call("POST", "/api/v1/projects/{project_id}/usage-records", accept="application/json")
        call.path("project_id", project_id)
        call.body(report_usage)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return await self._transport.send(call, UsageReport)
