// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum TenantState implements WireValue {
    ACTIVE("active"),
    SUSPENDED("suspended");

    private final String wire;

    TenantState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static TenantState fromWire(String wire) {
        for (TenantState value : values()) {
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
