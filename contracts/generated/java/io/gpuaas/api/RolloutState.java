// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum RolloutState implements WireValue {
    RUNNING("running"),
    PAUSED("paused"),
    REVERTING("reverting"),
    SUCCEEDED("succeeded"),
    REVERTED("reverted"),
    ABORTED("aborted");

    private final String wire;

    RolloutState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static RolloutState fromWire(String wire) {
        for (RolloutState value : values()) {
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
