// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum PolicySource implements WireValue {
    DEFAULT("default"),
    GLOBAL("global"),
    TENANT("tenant"),
    PROJECT("project");

    private final String wire;

    PolicySource(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static PolicySource fromWire(String wire) {
        for (PolicySource value : values()) {
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
