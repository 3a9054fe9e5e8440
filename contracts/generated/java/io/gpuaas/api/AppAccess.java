// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AppAccess implements WireValue {
    ENABLED("enabled"),
    REQUESTED("requested"),
    AVAILABLE("available");

    private final String wire;

    AppAccess(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static AppAccess fromWire(String wire) {
        for (AppAccess value : values()) {
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
