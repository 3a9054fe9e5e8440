package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names a promise of capacity for a time to come. */
public record ReservationId(UUID value) implements TypedId {

    public ReservationId {
        Objects.requireNonNull(value, "value");
    }

    public static ReservationId parse(String text) {
        return new ReservationId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
