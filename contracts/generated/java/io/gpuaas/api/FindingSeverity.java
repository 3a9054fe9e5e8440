// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum FindingSeverity implements WireValue {
    WARNING("warning"),
    REVIEW("review");

    private final String wire;

    FindingSeverity(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static FindingSeverity fromWire(String wire) {
        for (FindingSeverity value : values()) {
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
