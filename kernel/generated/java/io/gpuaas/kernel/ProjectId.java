// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a project. */
public record ProjectId(UUID value) implements TypedId {

    public ProjectId {
        Objects.requireNonNull(value, "value");
    }

    public static ProjectId parse(String text) {
        return new ProjectId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
