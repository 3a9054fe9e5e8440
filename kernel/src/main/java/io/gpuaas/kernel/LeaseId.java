package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names the holding of slots by one allocation. */
public record LeaseId(UUID value) implements TypedId {

    public LeaseId {
        Objects.requireNonNull(value, "value");
    }

    public static LeaseId parse(String text) {
        return new LeaseId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
