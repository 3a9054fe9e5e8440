// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** `planned` has not started. `fulfilled` became an allocation. `missed` could not become one; see the reason. */
public enum ReservationState implements WireValue {
    PLANNED("planned"),
    FULFILLED("fulfilled"),
    CANCELED("canceled"),
    MISSED("missed");

    private final String wire;

    ReservationState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static ReservationState fromWire(String wire) {
        for (ReservationState value : values()) {
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
