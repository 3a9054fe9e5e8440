// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum PolicyScope implements WireValue {
    GLOBAL("global"),
    TENANT("tenant"),
    PROJECT("project");

    private final String wire;

    PolicyScope(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static PolicyScope fromWire(String wire) {
        for (PolicyScope value : values()) {
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
