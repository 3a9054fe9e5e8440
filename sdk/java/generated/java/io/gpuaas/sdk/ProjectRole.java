// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum ProjectRole {
    PROJECT_ADMIN("project_admin"),
    PROJECT_MEMBER("project_member"),
    PROJECT_VIEWER("project_viewer"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    ProjectRole(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static ProjectRole fromWire(String wire) {
        for (ProjectRole value : values()) {
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
