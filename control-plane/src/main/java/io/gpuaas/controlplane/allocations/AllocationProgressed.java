package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

/** An allocation entered another phase, or restarted its phase. */
record AllocationProgressed(
        AllocationId allocationId, TenantId tenantId, ProjectId projectId, String state, String phase, int attempt)
        implements DomainEvent {

    static final String TYPE = "provisioning.allocation_progressed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Timeline.aggregate(allocationId);
    }
}
