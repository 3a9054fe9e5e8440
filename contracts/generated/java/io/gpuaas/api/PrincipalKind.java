// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum PrincipalKind implements WireValue {
    USER("user"),
    SERVICE_ACCOUNT("service_account");

    private final String wire;

    PrincipalKind(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static PrincipalKind fromWire(String wire) {
        for (PrincipalKind value : values()) {
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
