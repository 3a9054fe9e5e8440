// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum PolicyType implements WireValue {
    INTEGER("integer"),
    DURATION("duration"),
    BOOLEAN("boolean"),
    CHOICE("choice");

    private final String wire;

    PolicyType(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static PolicyType fromWire(String wire) {
        for (PolicyType value : values()) {
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
