// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a node. */
public record NodeId(UUID value) implements TypedId {

    public NodeId {
        Objects.requireNonNull(value, "value");
    }

    public static NodeId parse(String text) {
        return new NodeId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
