// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum PaymentState implements WireValue {
    PENDING("pending"),
    PAID("paid"),
    FAILED("failed");

    private final String wire;

    PaymentState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static PaymentState fromWire(String wire) {
        for (PaymentState value : values()) {
            if (value.wire.equals(wire)) {
                return value;
            }
        }
        throw new IllegalArgumentException("'" + wire + "' is not one of the allowed values");
    }

    @Override
    @JsonValue
    public String wire() {
        return wire;
    }
}
