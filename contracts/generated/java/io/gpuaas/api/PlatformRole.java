// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum PlatformRole implements WireValue {
    PLATFORM_ADMIN("platform_admin"),
    OPERATOR("operator"),
    AUDITOR("auditor"),
    FINANCE("finance"),
    REVIEWER("reviewer");

    private final String wire;

    PlatformRole(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static PlatformRole fromWire(String wire) {
        for (PlatformRole value : values()) {
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
