// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies an advisory. */
public record AdvisoryId(UUID value) implements TypedId {

    public AdvisoryId {
        Objects.requireNonNull(value, "value");
    }

    public static AdvisoryId parse(String text) {
        return new AdvisoryId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
