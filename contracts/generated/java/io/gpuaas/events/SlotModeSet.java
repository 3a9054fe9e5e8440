// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.NodeId;

public record SlotModeSet(
        NodeId nodeId,
        String gpuUuid,
        String mode)
        implements DomainEvent {

    public static final String TYPE = "inventory.slot_mode_set";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("host", nodeId);
    }
}
