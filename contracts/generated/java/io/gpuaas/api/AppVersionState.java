// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AppVersionState implements WireValue {
    DRAFT("draft"),
    SUBMITTED("submitted"),
    IN_REVIEW("in_review"),
    CHANGES_REQUESTED("changes_requested"),
    APPROVED("approved"),
    REJECTED("rejected"),
    PUBLISHED("published"),
    DEPRECATED("deprecated");

    private final String wire;

    AppVersionState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static AppVersionState fromWire(String wire) {
        for (AppVersionState value : values()) {
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
