// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** At 100 percent, only notify, refuse new allocations, or also release running ones. */
public enum BudgetAction {
    ALERT("alert"),
    REFUSE("refuse"),
    RELEASE("release"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    BudgetAction(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static BudgetAction fromWire(String wire) {
        for (BudgetAction value : values()) {
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
