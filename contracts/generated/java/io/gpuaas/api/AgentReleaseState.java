// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AgentReleaseState implements WireValue {
    INCOMPLETE("incomplete"),
    COMPLETE("complete");

    private final String wire;

    AgentReleaseState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static AgentReleaseState fromWire(String wire) {
        for (AgentReleaseState value : values()) {
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
