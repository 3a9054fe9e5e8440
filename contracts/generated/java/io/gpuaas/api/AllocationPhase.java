// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AllocationPhase implements WireValue {
    PLACING("placing"),
    PREPARING_HOST("preparing_host"),
    GRANTING_ACCESS("granting_access"),
    VERIFYING("verifying"),
    REVOKING_ACCESS("revoking_access"),
    CLEANING_HOST("cleaning_host"),
    VERIFYING_CLEAN("verifying_clean");

    private final String wire;

    AllocationPhase(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static AllocationPhase fromWire(String wire) {
        for (AllocationPhase value : values()) {
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
