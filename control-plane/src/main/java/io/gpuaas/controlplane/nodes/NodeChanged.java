package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A node's state, topology or certificates changed. For an unresponsive node: when it was last seen. */
public record NodeChanged(
        NodeId nodeId,
        String state,
        @Nullable String reason,
        @Nullable Instant silentSince) implements DomainEvent {

    public static final String TYPE = "nodes.node_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("node", nodeId.toString());
    }
}
