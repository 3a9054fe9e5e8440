// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum NotificationKind implements WireValue {
    LOW_BALANCE("low_balance"),
    RELEASE_PENDING("release_pending"),
    BALANCE_DEPLETED("balance_depleted"),
    PAYMENT_TROUBLE("payment_trouble"),
    BUDGET("budget"),
    ALLOCATION_TROUBLE("allocation_trouble"),
    NODE_TROUBLE("node_trouble"),
    STATEMENT("statement"),
    INVITATION("invitation");

    private final String wire;

    NotificationKind(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static NotificationKind fromWire(String wire) {
        for (NotificationKind value : values()) {
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
