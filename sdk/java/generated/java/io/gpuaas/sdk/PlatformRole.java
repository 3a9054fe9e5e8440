// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum PlatformRole {
    PLATFORM_ADMIN("platform_admin"),
    OPERATOR("operator"),
    AUDITOR("auditor"),
    FINANCE("finance"),
    REVIEWER("reviewer"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    PlatformRole(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static PlatformRole fromWire(String wire) {
        for (PlatformRole value : values()) {
            if (value.wire.equals(wire)) {
                return value;
            }
        }
        return UNRECOGNIZED;
    }

    /** As written on the wire. */
    @JsonValue
    public String wire() {
        return wire;
    }

    @Override
    public String toString() {
        return wire;
    }
}
