// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum ArtifactKind {
    OCI_IMAGE("oci_image"),
    ARCHIVE("archive"),
    SCRIPT("script"),
    FILE("file"),
    UI_BUNDLE("ui_bundle"),
    MODEL("model"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    ArtifactKind(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static ArtifactKind fromWire(String wire) {
        for (ArtifactKind value : values()) {
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
