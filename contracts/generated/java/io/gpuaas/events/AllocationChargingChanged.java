// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;

/** Charging started or stopped for a degraded allocation, or for a release that does not complete. */
public record AllocationChargingChanged(
        AllocationId allocationId,
        TenantId tenantId,
        ProjectId projectId,
        String kind,
        boolean charged,
        Instant since,
        String message)
        implements DomainEvent {

    public static final String TYPE = "allocations.allocation_charging_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("allocation", allocationId);
    }
}
