// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a platform key. */
public record PlatformKeyId(UUID value) implements TypedId {

    public PlatformKeyId {
        Objects.requireNonNull(value, "value");
    }

    public static PlatformKeyId parse(String text) {
        return new PlatformKeyId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
