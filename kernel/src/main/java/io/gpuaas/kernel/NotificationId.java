package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names something the platform told a person. */
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
