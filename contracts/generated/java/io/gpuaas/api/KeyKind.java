// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum KeyKind implements WireValue {
    SECRET("secret"),
    PUBLIC_KEY("public_key");

    private final String wire;

    KeyKind(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static KeyKind fromWire(String wire) {
        for (KeyKind value : values()) {
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
