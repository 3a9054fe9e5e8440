package io.gpuaas.controlplane.allocations.reservations;

import io.gpuaas.api.CreateReservation;
import io.gpuaas.api.Reservation;
import io.gpuaas.api.ReservationPage;
import io.gpuaas.api.ReservationsApi;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ReservationsHandler implements ReservationsApi {

    private static final String RESERVATIONS = "reservations";

    private final Reservations reservations;
    private final ReservationStore store;

    ReservationsHandler(Reservations reservations, ReservationStore store) {
        this.reservations = reservations;
        this.store = store;
    }

    @Override
    public Reservation createReservation(ProjectId project, CreateReservation command) {
        return reservations.create(command);
    }

    @Override
    public ReservationPage listReservations(ProjectId project, Integer limit, @Nullable String cursor) {
        List<Reservation> rows =
                store.list(project, PageCursor.decode(RESERVATIONS, cursor, UUID::fromString), limit + 1);
        return new ReservationPage(
                PageCursor.page(rows, limit), PageCursor.next(RESERVATIONS, rows, limit, Reservation::id));
    }

    @Override
    public Reservation getReservation(ProjectId project, ReservationId id) {
        return reservations.require(project, id);
    }

    @Override
    public Reservation cancelReservation(ProjectId project, ReservationId id) {
        return reservations.cancel(project, id);
    }
}
