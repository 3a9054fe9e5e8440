package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;

/** An active allocation does not work at present. That time is not charged, unless only the tenant reported it. */
public record AllocationDegraded(
        AllocationId allocationId,
        TenantId tenantId,
        ProjectId projectId,
        String reason,
        Instant since,
        boolean confirmed)
        implements DomainEvent {

    public static final String TYPE = "provisioning.allocation_degraded";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Timeline.aggregate(allocationId);
    }
}
