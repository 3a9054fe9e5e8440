// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum ArtifactTrust implements WireValue {
    UNVERIFIED("unverified"),
    VERIFIED("verified"),
    FAILED_VERIFICATION("failed_verification"),
    REVOKED("revoked");

    private final String wire;

    ArtifactTrust(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static ArtifactTrust fromWire(String wire) {
        for (ArtifactTrust value : values()) {
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
