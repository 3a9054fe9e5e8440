// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.NodeId;

public record NodeZoneSet(
        NodeId nodeId,
        String region,
        String zone)
        implements DomainEvent {

    public static final String TYPE = "inventory.node_zone_set";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("host", nodeId);
    }
}
