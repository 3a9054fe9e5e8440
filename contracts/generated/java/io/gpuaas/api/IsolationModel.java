// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum IsolationModel implements WireValue {
    USER_REVOKE("user_revoke"),
    FULL_REIMAGE("full_reimage");

    private final String wire;

    IsolationModel(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static IsolationModel fromWire(String wire) {
        for (IsolationModel value : values()) {
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
