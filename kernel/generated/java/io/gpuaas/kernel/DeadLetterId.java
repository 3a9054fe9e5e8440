// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a dead letter. */
public record DeadLetterId(UUID value) implements TypedId {

    public DeadLetterId {
        Objects.requireNonNull(value, "value");
    }

    public static DeadLetterId parse(String text) {
        return new DeadLetterId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
