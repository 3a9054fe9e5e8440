// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a tenant. */
public record TenantId(UUID value) implements TypedId {

    public TenantId {
        Objects.requireNonNull(value, "value");
    }

    public static TenantId parse(String text) {
        return new TenantId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
