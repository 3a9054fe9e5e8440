package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;

/** A degraded allocation was seen to work again. */
public record AllocationRecovered(
        AllocationId allocationId, TenantId tenantId, ProjectId projectId, Instant degradedSince)
        implements DomainEvent {

    public static final String TYPE = "provisioning.allocation_recovered";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Timeline.aggregate(allocationId);
    }
}
