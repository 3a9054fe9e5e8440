// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum ProjectRole implements WireValue {
    PROJECT_ADMIN("project_admin"),
    PROJECT_MEMBER("project_member"),
    PROJECT_VIEWER("project_viewer");

    private final String wire;

    ProjectRole(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static ProjectRole fromWire(String wire) {
        for (ProjectRole value : values()) {
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
