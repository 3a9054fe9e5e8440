// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a notification. */
public record NotificationId(UUID value) implements TypedId {

    public NotificationId {
        Objects.requireNonNull(value, "value");
    }

    public static NotificationId parse(String text) {
        return new NotificationId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
