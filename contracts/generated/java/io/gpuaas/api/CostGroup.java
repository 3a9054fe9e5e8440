// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum CostGroup implements WireValue {
    DAY("day"),
    PROJECT("project"),
    SKU("sku"),
    ALLOCATION("allocation"),
    USER("user"),
    LABEL("label"),
    APP("app");

    private final String wire;

    CostGroup(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static CostGroup fromWire(String wire) {
        for (CostGroup value : values()) {
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
