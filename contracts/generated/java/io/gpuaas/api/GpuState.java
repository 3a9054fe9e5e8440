// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum GpuState implements WireValue {
    IN_SERVICE("in_service"),
    MISSING("missing"),
    FAULTY("faulty");

    private final String wire;

    GpuState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static GpuState fromWire(String wire) {
        for (GpuState value : values()) {
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
