// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.NodeId;

/** A new GPU is in the node's topology as of this version. */
public record GpuAppeared(
        NodeId nodeId,
        String gpuUuid,
        int topologyVersion)
        implements DomainEvent {

    public static final String TYPE = "nodes.gpu_appeared";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("node", nodeId);
    }
}
