// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum SlotMode implements WireValue {
    WHOLE("whole"),
    MIG("mig");

    private final String wire;

    SlotMode(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static SlotMode fromWire(String wire) {
        for (SlotMode value : values()) {
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
