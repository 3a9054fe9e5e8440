// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The state of the credit compared with usage. With `low`, a warning was sent. With `release_pending`, there is a deadline. With `depleted`, allocations run in the grace period. With `released`, the allocations were released.  */
public enum BalanceLevel {
    SUFFICIENT("sufficient"),
    LOW("low"),
    RELEASE_PENDING("release_pending"),
    DEPLETED("depleted"),
    RELEASED("released"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    BalanceLevel(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static BalanceLevel fromWire(String wire) {
        for (BalanceLevel value : values()) {
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
