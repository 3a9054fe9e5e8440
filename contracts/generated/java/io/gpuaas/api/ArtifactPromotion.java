// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum ArtifactPromotion implements WireValue {
    PUBLISHED("published"),
    PROMOTED("promoted"),
    DEPRECATED("deprecated"),
    RETIRED("retired");

    private final String wire;

    ArtifactPromotion(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static ArtifactPromotion fromWire(String wire) {
        for (ArtifactPromotion value : values()) {
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
