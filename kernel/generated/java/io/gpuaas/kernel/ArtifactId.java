// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies an artifact. */
public record ArtifactId(UUID value) implements TypedId {

    public ArtifactId {
        Objects.requireNonNull(value, "value");
    }

    public static ArtifactId parse(String text) {
        return new ArtifactId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
