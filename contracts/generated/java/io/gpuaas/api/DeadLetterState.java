// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** `retrying` is retried automatically, `waiting` is blocked by an earlier event of the same aggregate, `exhausted` needs an operator, and `discarded` is a tombstone to be delivered.  */
public enum DeadLetterState implements WireValue {
    RETRYING("retrying"),
    WAITING("waiting"),
    EXHAUSTED("exhausted"),
    DISCARDED("discarded");

    private final String wire;

    DeadLetterState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static DeadLetterState fromWire(String wire) {
        for (DeadLetterState value : values()) {
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
