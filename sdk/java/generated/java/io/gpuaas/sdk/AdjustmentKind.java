// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Grant credit, take credit, write off a debt, or refund part of a statement. */
public enum AdjustmentKind {
    CREDIT("credit"),
    DEBIT("debit"),
    WRITE_OFF("write_off"),
    CREDIT_NOTE("credit_note"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    AdjustmentKind(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static AdjustmentKind fromWire(String wire) {
        for (AdjustmentKind value : values()) {
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
