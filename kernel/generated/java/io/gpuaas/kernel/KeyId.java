// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a key. */
public record KeyId(UUID value) implements TypedId {

    public KeyId {
        Objects.requireNonNull(value, "value");
    }

    public static KeyId parse(String text) {
        return new KeyId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
