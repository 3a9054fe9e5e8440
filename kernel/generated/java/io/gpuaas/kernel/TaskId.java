// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a task. */
public record TaskId(UUID value) implements TypedId {

    public TaskId {
        Objects.requireNonNull(value, "value");
    }

    public static TaskId parse(String text) {
        return new TaskId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
