// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a publisher. */
public record PublisherId(UUID value) implements TypedId {

    public PublisherId {
        Objects.requireNonNull(value, "value");
    }

    public static PublisherId parse(String text) {
        return new PublisherId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
