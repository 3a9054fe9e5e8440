// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum GatewayState implements WireValue {
    WAITING("waiting"),
    CONNECTED("connected"),
    SILENT("silent"),
    REVOKED("revoked");

    private final String wire;

    GatewayState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static GatewayState fromWire(String wire) {
        for (GatewayState value : values()) {
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
