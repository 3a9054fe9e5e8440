// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a rollout. */
public record RolloutId(UUID value) implements TypedId {

    public RolloutId {
        Objects.requireNonNull(value, "value");
    }

    public static RolloutId parse(String text) {
        return new RolloutId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
