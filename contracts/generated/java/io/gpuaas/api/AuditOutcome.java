// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AuditOutcome implements WireValue {
    SUCCEEDED("succeeded"),
    REFUSED("refused"),
    FAILED("failed");

    private final String wire;

    AuditOutcome(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static AuditOutcome fromWire(String wire) {
        for (AuditOutcome value : values()) {
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
