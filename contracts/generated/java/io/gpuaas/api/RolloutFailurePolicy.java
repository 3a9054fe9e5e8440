// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum RolloutFailurePolicy implements WireValue {
    PAUSE("pause"),
    REVERT("revert");

    private final String wire;

    RolloutFailurePolicy(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static RolloutFailurePolicy fromWire(String wire) {
        for (RolloutFailurePolicy value : values()) {
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
