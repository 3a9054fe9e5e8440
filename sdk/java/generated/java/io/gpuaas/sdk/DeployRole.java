// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum DeployRole {
    TENANT_OWNER("tenant_owner"),
    TENANT_ADMIN("tenant_admin"),
    PROJECT_ADMIN("project_admin"),
    PROJECT_MEMBER("project_member"),
    SERVICE_ACCOUNT("service_account"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    DeployRole(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static DeployRole fromWire(String wire) {
        for (DeployRole value : values()) {
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
