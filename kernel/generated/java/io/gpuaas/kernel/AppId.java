// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies an app. */
public record AppId(UUID value) implements TypedId {

    public AppId {
        Objects.requireNonNull(value, "value");
    }

    public static AppId parse(String text) {
        return new AppId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
