// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum FocusGranularity implements WireValue {
    DAY("day"),
    HOUR("hour");

    private final String wire;

    FocusGranularity(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static FocusGranularity fromWire(String wire) {
        for (FocusGranularity value : values()) {
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
