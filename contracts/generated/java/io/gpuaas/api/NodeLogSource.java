// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum NodeLogSource implements WireValue {
    AGENT("agent"),
    KERNEL("kernel"),
    LIBVIRT("libvirt"),
    CONTAINERS("containers"),
    NVIDIA("nvidia");

    private final String wire;

    NodeLogSource(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static NodeLogSource fromWire(String wire) {
        for (NodeLogSource value : values()) {
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
