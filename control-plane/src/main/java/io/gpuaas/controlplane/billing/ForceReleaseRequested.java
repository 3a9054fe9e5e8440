package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * An allocation is to be released, even a protected one, because it is not paid for or its project's budget is used up.
 */
record ForceReleaseRequested(
        AllocationId allocationId,
        TenantId tenantId,
        ProjectId projectId,
        String currency,
        String reason,
        @Nullable String cause)
        implements DomainEvent {

    static final String CREDIT = "credit";
    static final String BUDGET = "budget";

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
