// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;

/** Capacity reserved for a future time. */
public final class ReservationsApi {

    private final Transport transport;

    ReservationsApi(Transport transport) {
        this.transport = transport;
    }

    /** Cancel a reservation that has not started. */
    public Reservation cancelReservation(ProjectId projectId, ReservationId reservationId) {
        return cancelReservation(projectId, reservationId, IdempotencyKey.random());
    }

    /** Cancel a reservation that has not started, under a key you chose: the same key again answers the same and does nothing more. */
    public Reservation cancelReservation(ProjectId projectId, ReservationId reservationId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/reservations/{reservation_id}/cancel")
                .path("project_id", projectId)
                .path("reservation_id", reservationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Reservation.class);
    }

    /** Reserve capacity for a future time. */
    public Reservation createReservation(ProjectId projectId, CreateReservation createReservation) {
        return createReservation(projectId, createReservation, IdempotencyKey.random());
    }

    /** Reserve capacity for a future time, under a key you chose: the same key again answers the same and does nothing more. */
    public Reservation createReservation(ProjectId projectId, CreateReservation createReservation, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/reservations")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(createReservation)
                .accept("application/json");
        return transport.send(call, Reservation.class);
    }

    /** Get a reservation. */
    public Reservation getReservation(ProjectId projectId, ReservationId reservationId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/reservations/{reservation_id}")
                .path("project_id", projectId)
                .path("reservation_id", reservationId)
                .accept("application/json");
        return transport.send(call, Reservation.class);
    }

    /** List a project's reservations. */
    public ReservationPage listReservations(ProjectId projectId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/reservations")
                .path("project_id", projectId)
                .page(page)
                .accept("application/json");
        return transport.send(call, ReservationPage.class);
    }
}
