// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum NotificationKind {
    LOW_BALANCE("low_balance"),
    RELEASE_PENDING("release_pending"),
    BALANCE_DEPLETED("balance_depleted"),
    PAYMENT_TROUBLE("payment_trouble"),
    BUDGET("budget"),
    ALLOCATION_TROUBLE("allocation_trouble"),
    NODE_TROUBLE("node_trouble"),
    STATEMENT("statement"),
    INVITATION("invitation"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    NotificationKind(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static NotificationKind fromWire(String wire) {
        for (NotificationKind value : values()) {
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
