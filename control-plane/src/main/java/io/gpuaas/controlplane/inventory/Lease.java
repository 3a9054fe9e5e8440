package io.gpuaas.controlplane.inventory;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.LeaseId;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.List;

/** Slots of one node held by one allocation. */
public record Lease(LeaseId id, AllocationId allocation, NodeId node, List<HeldSlot> slots, Instant takenAt) {

    public Lease {
        slots = List.copyOf(slots);
    }
}
