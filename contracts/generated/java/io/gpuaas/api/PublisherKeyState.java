// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum PublisherKeyState implements WireValue {
    ACTIVE("active"),
    RETIRED("retired"),
    REVOKED("revoked");

    private final String wire;

    PublisherKeyState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static PublisherKeyState fromWire(String wire) {
        for (PublisherKeyState value : values()) {
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
