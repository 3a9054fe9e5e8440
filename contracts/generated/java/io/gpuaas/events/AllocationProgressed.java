// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

/** An allocation entered another phase, or restarted its phase. */
public record AllocationProgressed(
        AllocationId allocationId,
        TenantId tenantId,
        ProjectId projectId,
        String state,
        String phase,
        int attempt)
        implements DomainEvent {

    public static final String TYPE = "allocations.allocation_progressed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("allocation", allocationId);
    }
}
