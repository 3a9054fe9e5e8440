package io.gpuaas.controlplane.allocations.reservations;

import io.gpuaas.api.Reservation;
import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A reservation was made, or has ended: as the allocation it became, or why it became none. */
record ReservationChanged(
        ReservationId reservationId,
        TenantId tenantId,
        ProjectId projectId,
        String sku,
        int count,
        Instant startsAt,
        Instant endsAt,
        String state,
        @Nullable AllocationId allocationId,
        @Nullable String message)
        implements DomainEvent {

    static final String TYPE = "provisioning.reservation_changed";

    static ReservationChanged of(TenantId tenant, Reservation reservation) {
        return new ReservationChanged(
                reservation.id(),
                tenant,
                reservation.projectId(),
                reservation.sku(),
                reservation.count(),
                reservation.startsAt(),
                reservation.endsAt(),
                reservation.state().wire(),
                reservation.allocationId(),
                reservation.message());
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("reservation", reservationId.toString());
    }
}
