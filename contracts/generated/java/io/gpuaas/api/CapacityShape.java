// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum CapacityShape implements WireValue {
    BARE_METAL("bare_metal"),
    GPU_SLICE("gpu_slice"),
    MIG("mig");

    private final String wire;

    CapacityShape(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static CapacityShape fromWire(String wire) {
        for (CapacityShape value : values()) {
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
