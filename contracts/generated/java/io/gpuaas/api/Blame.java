// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum Blame implements WireValue {
    USER("user"),
    OPERATOR("operator"),
    PROVIDER("provider"),
    BUG("bug");

    private final String wire;

    Blame(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static Blame fromWire(String wire) {
        for (Blame value : values()) {
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
