# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
from __future__ import annotations

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from ..transport import Call, Transport, new_idempotency_key
from .models import *


class ReservationsApi:
    """Capacity reserved for a future time."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def cancel_reservation(
        self,
        project_id: UUID,
        reservation_id: UUID,
        *,
        idempotency_key: str | None = None,
    ) -> Reservation:
        """Cancel a reservation that has not started."""
        call = Call("POST", "/api/v1/projects/{project_id}/reservations/{reservation_id}/cancel", accept="application/json")
        call.path("project_id", project_id)
        call.path("reservation_id", reservation_id)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Reservation)

    def create_reservation(
        self,
        project_id: UUID,
        create_reservation: CreateReservation,
        *,
        idempotency_key: str | None = None,
    ) -> Reservation:
        """Reserve capacity for a future time."""
        call = Call("POST", "/api/v1/projects/{project_id}/reservations", accept="application/json")
        call.path("project_id", project_id)
        call.body(create_reservation)
        call.idempotency_key(new_idempotency_key() if idempotency_key is None else idempotency_key)
        return self._transport.send(call, Reservation)

    def get_reservation(
        self,
        project_id: UUID,
        reservation_id: UUID,
    ) -> Reservation:
        """Get a reservation."""
        call = Call("GET", "/api/v1/projects/{project_id}/reservations/{reservation_id}", accept="application/json")
        call.path("project_id", project_id)
        call.path("reservation_id", reservation_id)
        return self._transport.send(call, Reservation)

    def list_reservations(
        self,
        project_id: UUID,
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ReservationPage:
        """List a project's reservations."""
        call = Call("GET", "/api/v1/projects/{project_id}/reservations", accept="application/json")
        call.path("project_id", project_id)
        call.query("limit", limit)
        call.query("cursor", cursor)
        return self._transport.send(call, ReservationPage)
