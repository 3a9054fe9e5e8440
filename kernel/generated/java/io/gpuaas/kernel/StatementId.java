// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a statement. */
public record StatementId(UUID value) implements TypedId {

    public StatementId {
        Objects.requireNonNull(value, "value");
    }

    public static StatementId parse(String text) {
        return new StatementId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
