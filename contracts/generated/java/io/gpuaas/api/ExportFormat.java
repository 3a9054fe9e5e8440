// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum ExportFormat implements WireValue {
    JSONL("jsonl"),
    CSV("csv");

    private final String wire;

    ExportFormat(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static ExportFormat fromWire(String wire) {
        for (ExportFormat value : values()) {
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
