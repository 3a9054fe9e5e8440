// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum StatementFormat implements WireValue {
    PDF("pdf"),
    CSV("csv");

    private final String wire;

    StatementFormat(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static StatementFormat fromWire(String wire) {
        for (StatementFormat value : values()) {
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
