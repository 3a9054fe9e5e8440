// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AppVisibility implements WireValue {
    TENANT("tenant"),
    PUBLIC("public");

    private final String wire;

    AppVisibility(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static AppVisibility fromWire(String wire) {
        for (AppVisibility value : values()) {
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
