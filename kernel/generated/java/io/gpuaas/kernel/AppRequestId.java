// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies an app request. */
public record AppRequestId(UUID value) implements TypedId {

    public AppRequestId {
        Objects.requireNonNull(value, "value");
    }

    public static AppRequestId parse(String text) {
        return new AppRequestId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
