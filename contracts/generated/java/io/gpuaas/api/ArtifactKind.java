// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum ArtifactKind implements WireValue {
    OCI_IMAGE("oci_image"),
    ARCHIVE("archive"),
    SCRIPT("script"),
    FILE("file"),
    UI_BUNDLE("ui_bundle"),
    MODEL("model");

    private final String wire;

    ArtifactKind(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static ArtifactKind fromWire(String wire) {
        for (ArtifactKind value : values()) {
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
