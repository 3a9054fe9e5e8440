// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies an invitation. */
public record InvitationId(UUID value) implements TypedId {

    public InvitationId {
        Objects.requireNonNull(value, "value");
    }

    public static InvitationId parse(String text) {
        return new InvitationId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
