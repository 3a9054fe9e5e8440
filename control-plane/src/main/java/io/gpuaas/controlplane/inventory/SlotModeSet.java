package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.NodeId;

/** An operator set whether a GPU is sold whole or divided. */
record SlotModeSet(NodeId nodeId, String gpuUuid, String mode) implements DomainEvent {

    @Override
    public String type() {
        return "nodes.slot_mode_set";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("host", nodeId.toString());
    }
}
