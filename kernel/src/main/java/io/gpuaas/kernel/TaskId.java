package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names a task for a node. */
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
