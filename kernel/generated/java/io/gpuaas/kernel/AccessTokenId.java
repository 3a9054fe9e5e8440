// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies an access token. */
public record AccessTokenId(UUID value) implements TypedId {

    public AccessTokenId {
        Objects.requireNonNull(value, "value");
    }

    public static AccessTokenId parse(String text) {
        return new AccessTokenId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
