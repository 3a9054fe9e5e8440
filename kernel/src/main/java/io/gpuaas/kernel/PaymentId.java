package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names what a tenant paid in, or is about to. */
public record PaymentId(UUID value) implements TypedId {

    public PaymentId {
        Objects.requireNonNull(value, "value");
    }

    public static PaymentId parse(String text) {
        return new PaymentId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
