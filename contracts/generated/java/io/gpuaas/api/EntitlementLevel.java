// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum EntitlementLevel implements WireValue {
    OPERATOR("operator"),
    PUBLISHER("publisher"),
    TENANT_ADMIN("tenant_admin"),
    PROJECT_ADMIN("project_admin");

    private final String wire;

    EntitlementLevel(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static EntitlementLevel fromWire(String wire) {
        for (EntitlementLevel value : values()) {
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
