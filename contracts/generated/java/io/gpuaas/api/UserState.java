// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum UserState implements WireValue {
    ACTIVE("active"),
    DISABLED("disabled");

    private final String wire;

    UserState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static UserState fromWire(String wire) {
        for (UserState value : values()) {
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
