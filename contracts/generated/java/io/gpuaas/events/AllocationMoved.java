// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** An allocation changed its state. The first event of an allocation has no previous state. */
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

    public static final String TYPE = "allocations.allocation_moved";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("allocation", allocationId);
    }
}
