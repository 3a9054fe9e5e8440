// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies an app suspension. */
public record AppSuspensionId(UUID value) implements TypedId {

    public AppSuspensionId {
        Objects.requireNonNull(value, "value");
    }

    public static AppSuspensionId parse(String text) {
        return new AppSuspensionId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
