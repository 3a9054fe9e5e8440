// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a commitment. */
public record CommitmentId(UUID value) implements TypedId {

    public CommitmentId {
        Objects.requireNonNull(value, "value");
    }

    public static CommitmentId parse(String text) {
        return new CommitmentId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
