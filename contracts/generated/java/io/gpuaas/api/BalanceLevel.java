// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The state of the credit compared with usage. With `low`, a warning was sent. With `release_pending`, there is a deadline. With `depleted`, allocations run in the grace period. With `released`, the allocations were released.  */
public enum BalanceLevel implements WireValue {
    SUFFICIENT("sufficient"),
    LOW("low"),
    RELEASE_PENDING("release_pending"),
    DEPLETED("depleted"),
    RELEASED("released");

    private final String wire;

    BalanceLevel(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static BalanceLevel fromWire(String wire) {
        for (BalanceLevel value : values()) {
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
