package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** Something about an allocation is to be known that is no change of its state. */
record AllocationChanged(
        AllocationId allocationId,
        TenantId tenantId,
        ProjectId projectId,
        String kind,
        String state,
        @Nullable String message)
        implements DomainEvent {

    static final String TYPE = "provisioning.allocation_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Timeline.aggregate(allocationId);
    }
}
