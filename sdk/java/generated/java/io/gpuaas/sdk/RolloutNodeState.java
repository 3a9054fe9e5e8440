// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum RolloutNodeState {
    WAITING("waiting"),
    UPDATING("updating"),
    BAKING("baking"),
    UPDATED("updated"),
    FAILED("failed"),
    SKIPPED("skipped"),
    REVERTING("reverting"),
    REVERTED("reverted"),
    REVERT_FAILED("revert_failed"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    RolloutNodeState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static RolloutNodeState fromWire(String wire) {
        for (RolloutNodeState value : values()) {
            if (value.wire.equals(wire)) {
                return value;
            }
        }
        return UNRECOGNIZED;
    }

    /** As written on the wire. */
    @JsonValue
    public String wire() {
        return wire;
    }

    @Override
    public String toString() {
        return wire;
    }
}
