// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AppChannelName implements WireValue {
    STABLE("stable"),
    CANDIDATE("candidate"),
    EDGE("edge");

    private final String wire;

    AppChannelName(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static AppChannelName fromWire(String wire) {
        for (AppChannelName value : values()) {
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
