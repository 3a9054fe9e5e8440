// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum ChangeArea implements WireValue {
    PERMISSIONS("permissions"),
    ARTIFACTS("artifacts"),
    PRICES("prices"),
    PARAMETERS("parameters"),
    OTHER("other");

    private final String wire;

    ChangeArea(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static ChangeArea fromWire(String wire) {
        for (ChangeArea value : values()) {
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
