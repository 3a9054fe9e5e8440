// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum InvitationState implements WireValue {
    OPEN("open"),
    ACCEPTED("accepted"),
    DECLINED("declined"),
    REVOKED("revoked"),
    EXPIRED("expired");

    private final String wire;

    InvitationState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static InvitationState fromWire(String wire) {
        for (InvitationState value : values()) {
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
