// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a lease. */
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
