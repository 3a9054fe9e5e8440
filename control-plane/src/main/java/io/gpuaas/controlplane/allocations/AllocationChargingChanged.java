package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;

/** Whether an allocation that does not work, or whose release does not get on, is charged since that moment. */
public record AllocationChargingChanged(
        AllocationId allocationId,
        TenantId tenantId,
        ProjectId projectId,
        String kind,
        boolean charged,
        Instant since,
        String message)
        implements DomainEvent {

    public static final String TYPE = "provisioning.allocation_charging_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Timeline.aggregate(allocationId);
    }
}
