// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a reservation. */
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
