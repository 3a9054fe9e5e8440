// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** `queued` waits for capacity. `requested` holds capacity. `provisioning` is being set up. `active` has passed the health check and is charged. `releasing` is being torn down. `released`, `failed` and `release_failed` are final, but `release_failed` needs action.  */
public enum AllocationState {
    QUEUED("queued"),
    REQUESTED("requested"),
    PROVISIONING("provisioning"),
    ACTIVE("active"),
    RELEASING("releasing"),
    RELEASED("released"),
    FAILED("failed"),
    RELEASE_FAILED("release_failed"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    AllocationState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static AllocationState fromWire(String wire) {
        for (AllocationState value : values()) {
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
