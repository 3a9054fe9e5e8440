// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AgentPackageKind implements WireValue {
    ARCHIVE("archive"),
    DEB("deb");

    private final String wire;

    AgentPackageKind(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static AgentPackageKind fromWire(String wire) {
        for (AgentPackageKind value : values()) {
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
