// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies an app version. */
public record AppVersionId(UUID value) implements TypedId {

    public AppVersionId {
        Objects.requireNonNull(value, "value");
    }

    public static AppVersionId parse(String text) {
        return new AppVersionId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
