// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum SlotState {
    IN_SERVICE("in_service"),
    OUT_OF_SERVICE("out_of_service"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    SlotState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static SlotState fromWire(String wire) {
        for (SlotState value : values()) {
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
