// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum CommandOutput implements WireValue {
    STDOUT("stdout"),
    STDERR("stderr");

    private final String wire;

    CommandOutput(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static CommandOutput fromWire(String wire) {
        for (CommandOutput value : values()) {
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
