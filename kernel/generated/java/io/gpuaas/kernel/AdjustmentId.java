// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies an adjustment. */
public record AdjustmentId(UUID value) implements TypedId {

    public AdjustmentId {
        Objects.requireNonNull(value, "value");
    }

    public static AdjustmentId parse(String text) {
        return new AdjustmentId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
