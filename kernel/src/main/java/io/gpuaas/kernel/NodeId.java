package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names a host of the fleet. */
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
