package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.NodeId;

/** An operator set the zone of a node. */
record NodeZoneSet(NodeId nodeId, String region, String zone) implements DomainEvent {

    @Override
    public String type() {
        return "nodes.node_zone_set";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("host", nodeId.toString());
    }
}
