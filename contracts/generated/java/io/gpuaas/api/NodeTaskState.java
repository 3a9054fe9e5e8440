// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum NodeTaskState implements WireValue {
    QUEUED("queued"),
    SENT("sent"),
    RUNNING("running"),
    SUCCEEDED("succeeded"),
    FAILED("failed"),
    CANCELED("canceled"),
    EXPIRED("expired");

    private final String wire;

    NodeTaskState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static NodeTaskState fromWire(String wire) {
        for (NodeTaskState value : values()) {
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
