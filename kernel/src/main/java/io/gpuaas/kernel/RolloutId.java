package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names a rollout of an agent release. */
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
