// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An active allocation is not working. Charging is paused, unless only a tenant reported the fault. */
public record AllocationDegraded(
        AllocationId allocationId,
        TenantId tenantId,
        ProjectId projectId,
        String reason,
        Instant since,
        @Nullable Boolean confirmed)
        implements DomainEvent {

    public static final String TYPE = "allocations.allocation_degraded";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("allocation", allocationId);
    }
}
