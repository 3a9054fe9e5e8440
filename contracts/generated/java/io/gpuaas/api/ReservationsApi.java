// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Capacity reserved for a future time. */
public interface ReservationsApi {

    /** Cancel a reservation that has not started. */
    @ContractOperation(
            id = "cancelReservation",
            permission = "allocations.release",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "reservation.cancel")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/reservations/{reservation_id}/cancel", produces = "application/json")
    Reservation cancelReservation(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("reservation_id") ReservationId reservationId);

    /** Reserve capacity for a future time. */
    @ContractOperation(
            id = "createReservation",
            permission = "allocations.create",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "reservation.create",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/reservations", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Reservation createReservation(
            @PathVariable("project_id") ProjectId projectId,
            @Valid @RequestBody CreateReservation createReservation);

    /** Get a reservation. */
    @ContractOperation(
            id = "getReservation",
            permission = "allocations.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/reservations/{reservation_id}", produces = "application/json")
    Reservation getReservation(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("reservation_id") ReservationId reservationId);

    /** List a project's reservations. */
    @ContractOperation(
            id = "listReservations",
            permission = "allocations.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/reservations", produces = "application/json")
    ReservationPage listReservations(
            @PathVariable("project_id") ProjectId projectId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);
}
