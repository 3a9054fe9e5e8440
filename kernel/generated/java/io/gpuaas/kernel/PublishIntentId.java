// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a publish intent. */
public record PublishIntentId(UUID value) implements TypedId {

    public PublishIntentId {
        Objects.requireNonNull(value, "value");
    }

    public static PublishIntentId parse(String text) {
        return new PublishIntentId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
