package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names a terminal: a shell in an allocation. */
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
