// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AllocationPhase {
    PLACING("placing"),
    PREPARING_HOST("preparing_host"),
    GRANTING_ACCESS("granting_access"),
    VERIFYING("verifying"),
    REVOKING_ACCESS("revoking_access"),
    CLEANING_HOST("cleaning_host"),
    VERIFYING_CLEAN("verifying_clean"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    AllocationPhase(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static AllocationPhase fromWire(String wire) {
        for (AllocationPhase value : values()) {
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
