package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

/** An allocation is to be released, protected or not, because nobody pays for it. */
record ForceReleaseRequested(
        AllocationId allocationId, TenantId tenantId, ProjectId projectId, String currency, String reason)
        implements DomainEvent {

    static final String TYPE = "provisioning.force_release_requested";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("forced_release", allocationId.toString());
    }
}
