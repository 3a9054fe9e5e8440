// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AppRequestState implements WireValue {
    OPEN("open"),
    APPROVED("approved"),
    DECLINED("declined");

    private final String wire;

    AppRequestState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static AppRequestState fromWire(String wire) {
        for (AppRequestState value : values()) {
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
