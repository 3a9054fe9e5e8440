// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum TenantRole implements WireValue {
    TENANT_OWNER("tenant_owner"),
    TENANT_ADMIN("tenant_admin"),
    TENANT_BILLING("tenant_billing");

    private final String wire;

    TenantRole(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static TenantRole fromWire(String wire) {
        for (TenantRole value : values()) {
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
