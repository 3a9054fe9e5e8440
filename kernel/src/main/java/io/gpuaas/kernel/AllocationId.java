package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names what a project holds: capacity from its request to its end. */
public record AllocationId(UUID value) implements TypedId {

    public AllocationId {
        Objects.requireNonNull(value, "value");
    }

    public static AllocationId parse(String text) {
        return new AllocationId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
