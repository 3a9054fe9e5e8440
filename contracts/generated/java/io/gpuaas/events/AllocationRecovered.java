// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;

/** A degraded allocation is working again. */
public record AllocationRecovered(
        AllocationId allocationId,
        TenantId tenantId,
        ProjectId projectId,
        Instant degradedSince)
        implements DomainEvent {

    public static final String TYPE = "allocations.allocation_recovered";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("allocation", allocationId);
    }
}
