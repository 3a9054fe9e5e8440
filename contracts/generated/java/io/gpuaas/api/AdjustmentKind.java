// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Grant credit, take credit, write off a debt, or refund part of a statement. */
public enum AdjustmentKind implements WireValue {
    CREDIT("credit"),
    DEBIT("debit"),
    WRITE_OFF("write_off"),
    CREDIT_NOTE("credit_note");

    private final String wire;

    AdjustmentKind(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static AdjustmentKind fromWire(String wire) {
        for (AdjustmentKind value : values()) {
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
