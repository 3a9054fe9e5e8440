// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a gateway. */
public record GatewayId(UUID value) implements TypedId {

    public GatewayId {
        Objects.requireNonNull(value, "value");
    }

    public static GatewayId parse(String text) {
        return new GatewayId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
