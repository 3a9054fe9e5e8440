// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A reservation was created or ended. An ended reservation names its allocation, or the reason there is none. */
public record ReservationChanged(
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

    public static final String TYPE = "allocations.reservation_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("reservation", reservationId);
    }
}
