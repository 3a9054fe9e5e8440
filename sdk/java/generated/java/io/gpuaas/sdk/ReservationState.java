// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** `planned` has not started. `fulfilled` became an allocation. `missed` could not become one; see the reason. */
public enum ReservationState {
    PLANNED("planned"),
    FULFILLED("fulfilled"),
    CANCELED("canceled"),
    MISSED("missed"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    ReservationState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static ReservationState fromWire(String wire) {
        for (ReservationState value : values()) {
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
