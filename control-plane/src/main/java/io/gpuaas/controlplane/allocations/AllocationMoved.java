package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** An allocation is in another state. The first one has no state before. */
public record AllocationMoved(
        AllocationId allocationId,
        TenantId tenantId,
        ProjectId projectId,
        String sku,
        int count,
        @Nullable String from,
        String state,
        @Nullable String code,
        @Nullable String message,
        long version)
        implements DomainEvent {

    public static final String TYPE = "provisioning.allocation_moved";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Timeline.aggregate(allocationId);
    }
}
