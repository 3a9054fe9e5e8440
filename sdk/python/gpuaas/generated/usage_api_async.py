# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .usage_api import UsageApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncUsageApi:
    """What apps report about their use, and what that costs."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = UsageApi(transport)
        self._threads = threads

    async def add_measure_price(
        self,
        measure_name: str,
        add_measure_price: AddMeasurePrice,
        *,
        idempotency_key: str | None = None,
    ) -> MeasurePrice:
        """Give a measure another price from a time on."""
        return await self._threads.run(
            self._api.add_measure_price,
            measure_name,
            add_measure_price,
            idempotency_key=idempotency_key,
        )

    async def create_measure(
        self,
        create_measure: CreateMeasure,
        *,
        idempotency_key: str | None = None,
    ) -> Measure:
        """Define something apps can report."""
        return await self._threads.run(
            self._api.create_measure,
            create_measure,
            idempotency_key=idempotency_key,
        )

    async def list_measure_prices(
        self,
        measure_name: str,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> MeasurePricePage:
        """List the prices of a measure, those of single tenants included."""
        return await self._threads.run(
            self._api.list_measure_prices,
            measure_name,
            limit=limit,
            cursor=cursor,
        )

    async def list_measures(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> MeasurePage:
        """List what apps can report, in which units and at which price."""
        return await self._threads.run(
            self._api.list_measures,
            limit=limit,
            cursor=cursor,
        )

    async def list_usage_records(
        self,
        project_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> UsageRecordPage:
        """List what apps of a project reported."""
        return await self._threads.run(
            self._api.list_usage_records,
            project_id,
            limit=limit,
            cursor=cursor,
        )

    async def report_usage(
        self,
        project_id: UUID,
        report_usage: ReportUsage,
        *,
        idempotency_key: str | None = None,
    ) -> UsageReport:
        """Report what apps of a project used."""
        return await self._threads.run(
            self._api.report_usage,
            project_id,
            report_usage,
            idempotency_key=idempotency_key,
        )
