// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum PlacementStrategy implements WireValue {
    BEST_FIT("best_fit"),
    SPREAD("spread"),
    PACK("pack");

    private final String wire;

    PlacementStrategy(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static PlacementStrategy fromWire(String wire) {
        for (PlacementStrategy value : values()) {
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
