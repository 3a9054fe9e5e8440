// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum SlotState implements WireValue {
    IN_SERVICE("in_service"),
    OUT_OF_SERVICE("out_of_service");

    private final String wire;

    SlotState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static SlotState fromWire(String wire) {
        for (SlotState value : values()) {
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
