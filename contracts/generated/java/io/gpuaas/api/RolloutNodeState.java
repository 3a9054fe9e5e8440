// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum RolloutNodeState implements WireValue {
    WAITING("waiting"),
    UPDATING("updating"),
    BAKING("baking"),
    UPDATED("updated"),
    FAILED("failed"),
    SKIPPED("skipped"),
    REVERTING("reverting"),
    REVERTED("reverted"),
    REVERT_FAILED("revert_failed");

    private final String wire;

    RolloutNodeState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static RolloutNodeState fromWire(String wire) {
        for (RolloutNodeState value : values()) {
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
