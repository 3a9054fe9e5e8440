package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

/** An allocation has come to another phase, or begins its phase again. */
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
