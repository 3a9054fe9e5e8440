// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a publisher key. */
public record PublisherKeyId(UUID value) implements TypedId {

    public PublisherKeyId {
        Objects.requireNonNull(value, "value");
    }

    public static PublisherKeyId parse(String text) {
        return new PublisherKeyId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
