// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a terminal. */
public record TerminalId(UUID value) implements TypedId {

    public TerminalId {
        Objects.requireNonNull(value, "value");
    }

    public static TerminalId parse(String text) {
        return new TerminalId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
