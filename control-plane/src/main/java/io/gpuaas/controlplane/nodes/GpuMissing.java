package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.NodeId;

/** A GPU that was there is not in the node's topology from this version on, or its driver does not show it any more. */
record GpuMissing(NodeId nodeId, String gpuUuid, int topologyVersion) implements DomainEvent {

    static final String TYPE = "nodes.gpu_missing";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("node", nodeId.toString());
    }
}
