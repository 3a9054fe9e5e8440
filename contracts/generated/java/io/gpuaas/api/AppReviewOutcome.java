// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AppReviewOutcome implements WireValue {
    APPROVE("approve"),
    REQUEST_CHANGES("request_changes"),
    REJECT("reject");

    private final String wire;

    AppReviewOutcome(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static AppReviewOutcome fromWire(String wire) {
        for (AppReviewOutcome value : values()) {
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
