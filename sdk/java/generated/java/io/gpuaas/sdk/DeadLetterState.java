// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** `retrying` is retried automatically, `waiting` is blocked by an earlier event of the same aggregate, `exhausted` needs an operator, and `discarded` is a tombstone to be delivered.  */
public enum DeadLetterState {
    RETRYING("retrying"),
    WAITING("waiting"),
    EXHAUSTED("exhausted"),
    DISCARDED("discarded"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    DeadLetterState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static DeadLetterState fromWire(String wire) {
        for (DeadLetterState value : values()) {
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
