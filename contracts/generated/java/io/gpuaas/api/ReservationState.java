// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** `planned` waits for its time; `fulfilled` became an allocation; `missed` could not, and says why. */
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
