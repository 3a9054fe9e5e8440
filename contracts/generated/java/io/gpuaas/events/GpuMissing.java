// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.NodeId;

/** A GPU is missing from the node's topology as of this version, or the driver no longer reports it. The GPU is out of service. */
public record GpuMissing(
        NodeId nodeId,
        String gpuUuid,
        int topologyVersion)
        implements DomainEvent {

    public static final String TYPE = "nodes.gpu_missing";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("node", nodeId);
    }
}
