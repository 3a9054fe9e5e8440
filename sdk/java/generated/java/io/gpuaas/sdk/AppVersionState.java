// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AppVersionState {
    DRAFT("draft"),
    SUBMITTED("submitted"),
    IN_REVIEW("in_review"),
    CHANGES_REQUESTED("changes_requested"),
    APPROVED("approved"),
    REJECTED("rejected"),
    PUBLISHED("published"),
    DEPRECATED("deprecated"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    AppVersionState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static AppVersionState fromWire(String wire) {
        for (AppVersionState value : values()) {
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
