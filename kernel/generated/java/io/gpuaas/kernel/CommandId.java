// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a command. */
public record CommandId(UUID value) implements TypedId {

    public CommandId {
        Objects.requireNonNull(value, "value");
    }

    public static CommandId parse(String text) {
        return new CommandId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
