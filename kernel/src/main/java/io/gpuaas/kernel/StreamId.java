package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names a stream that a gateway carries. */
public record StreamId(UUID value) implements TypedId {

    public StreamId {
        Objects.requireNonNull(value, "value");
    }

    public static StreamId parse(String text) {
        return new StreamId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
