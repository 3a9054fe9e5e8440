// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** An allocation changed in a way that does not affect its state. */
public record AllocationChanged(
        AllocationId allocationId,
        TenantId tenantId,
        ProjectId projectId,
        String kind,
        String state,
        @Nullable String message)
        implements DomainEvent {

    public static final String TYPE = "allocations.allocation_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("allocation", allocationId);
    }
}
