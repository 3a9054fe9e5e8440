// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A node's state changed, or the certificates accepted for it did. */
public record NodeChanged(
        NodeId nodeId,
        String state,
        @Nullable String reason,
        @Nullable Instant silentSince)
        implements DomainEvent {

    public static final String TYPE = "nodes.node_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("node", nodeId);
    }
}
