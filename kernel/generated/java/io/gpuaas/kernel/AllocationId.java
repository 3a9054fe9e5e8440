// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies an allocation. */
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
