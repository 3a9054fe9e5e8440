package io.gpuaas.controlplane.inventory;

import io.gpuaas.kernel.NodeId;
import java.util.List;

/** A node with its slots, by address. */
record Host(NodeId node, String name, Place place, String state, List<Slot> slots) {

    /** Where a host stands. A zone's name counts within its region. */
    record Place(String region, String zone) {}

    Host {
        slots = List.copyOf(slots);
    }

    /** Retired, for good. */
    boolean isGone() {
        return state.equals("retired");
    }

    Host with(List<Slot> others) {
        return new Host(node, name, place, state, others);
    }
}
