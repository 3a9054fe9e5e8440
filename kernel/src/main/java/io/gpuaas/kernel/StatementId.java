package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names the statement of a month, or a credit note. */
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
