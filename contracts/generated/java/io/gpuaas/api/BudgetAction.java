// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** At 100 percent, only notify, refuse new allocations, or also release running ones. */
public enum BudgetAction implements WireValue {
    ALERT("alert"),
    REFUSE("refuse"),
    RELEASE("release");

    private final String wire;

    BudgetAction(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static BudgetAction fromWire(String wire) {
        for (BudgetAction value : values()) {
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
