// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** An allocation must be released, even if protected, because its credit or budget is exhausted. */
public record ForceReleaseRequested(
        AllocationId allocationId,
        TenantId tenantId,
        ProjectId projectId,
        String currency,
        String reason,
        @Nullable String cause)
        implements DomainEvent {

    public static final String TYPE = "billing.force_release_requested";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("forced_release", allocationId);
    }
}
