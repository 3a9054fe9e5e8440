// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum TraceKind implements WireValue {
    AUDIT("audit"),
    EVENT("event"),
    DEAD_LETTER("dead_letter"),
    TASK("task");

    private final String wire;

    TraceKind(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static TraceKind fromWire(String wire) {
        for (TraceKind value : values()) {
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
