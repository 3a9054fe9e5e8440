// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum PublishIntentState implements WireValue {
    OPEN("open"),
    COMPLETED("completed"),
    CANCELED("canceled"),
    EXPIRED("expired");

    private final String wire;

    PublishIntentState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static PublishIntentState fromWire(String wire) {
        for (PublishIntentState value : values()) {
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
