package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names a correction of the books by finance. */
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
