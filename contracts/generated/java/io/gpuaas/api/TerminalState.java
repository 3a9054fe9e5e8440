// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum TerminalState implements WireValue {
    OPEN("open"),
    ENDED("ended");

    private final String wire;

    TerminalState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static TerminalState fromWire(String wire) {
        for (TerminalState value : values()) {
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
