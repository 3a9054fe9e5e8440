// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a principal. */
public record PrincipalId(UUID value) implements TypedId {

    public PrincipalId {
        Objects.requireNonNull(value, "value");
    }

    public static PrincipalId parse(String text) {
        return new PrincipalId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
