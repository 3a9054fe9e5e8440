# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ..transport import Transport
from .models import *
from .reservations_api import ReservationsApi

if TYPE_CHECKING:
    from ..aio import AsyncStream, Threads


class AsyncReservationsApi:
    """Capacity held back for a time to come."""

    def __init__(self, transport: Transport, threads: Threads) -> None:
        self._api = ReservationsApi(transport)
        self._threads = threads

    async def cancel_reservation(
        self,
        project_id: UUID,
        reservation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Reservation:
        """Give up a reservation whose time has not come."""
        return await self._threads.run(
            self._api.cancel_reservation,
            project_id,
            reservation_id,
            idempotency_key=idempotency_key,
        )

    async def create_reservation(
        self,
        project_id: UUID,
        create_reservation: CreateReservation,
        *,
        idempotency_key: str | None = None,
    ) -> Reservation:
        """Have capacity held back for a time to come."""
        return await self._threads.run(
            self._api.create_reservation,
            project_id,
            create_reservation,
            idempotency_key=idempotency_key,
        )

    async def get_reservation(
        self,
        project_id: UUID,
        reservation_id: UUID,
    ) -> Reservation:
        """Show a reservation."""
        return await self._threads.run(
            self._api.get_reservation,
            project_id,
            reservation_id,
        )

    async def list_reservations(
        self,
        project_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ReservationPage:
        """List a project's reservations."""
        return await self._threads.run(
            self._api.list_reservations,
            project_id,
            limit=limit,
            cursor=cursor,
        )
