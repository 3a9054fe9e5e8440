// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum NodeCheckState implements WireValue {
    OK("ok"),
    WARNING("warning"),
    FAILED("failed");

    private final String wire;

    NodeCheckState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static NodeCheckState fromWire(String wire) {
        for (NodeCheckState value : values()) {
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
