// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a payment. */
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
