// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a stream. */
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
