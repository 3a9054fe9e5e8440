// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum DeployRole implements WireValue {
    TENANT_OWNER("tenant_owner"),
    TENANT_ADMIN("tenant_admin"),
    PROJECT_ADMIN("project_admin"),
    PROJECT_MEMBER("project_member"),
    SERVICE_ACCOUNT("service_account");

    private final String wire;

    DeployRole(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static DeployRole fromWire(String wire) {
        for (DeployRole value : values()) {
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
