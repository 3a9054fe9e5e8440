package io.gpuaas.controlplane.allocations;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.List;

/** Lists the capacity that was promised for a later time. The port through which allocations see reservations. */
public interface Promises {

    /** The capacity that is held back for a reservation, and when. */
    record Promise(
            ReservationId id,
            TenantId tenant,
            ProjectId project,
            String sku,
            int count,
            Instant startsAt,
            Instant endsAt) {}

    /** The promises whose windows touch this one. */
    List<Promise> list(Instant from, Instant until);
}
