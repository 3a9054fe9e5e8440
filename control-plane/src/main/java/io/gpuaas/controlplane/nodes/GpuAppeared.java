package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.NodeId;

/** A GPU that was not there is in the node's topology from this version on. */
record GpuAppeared(NodeId nodeId, String gpuUuid, int topologyVersion) implements DomainEvent {

    static final String TYPE = "nodes.gpu_appeared";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("node", nodeId.toString());
    }
}
