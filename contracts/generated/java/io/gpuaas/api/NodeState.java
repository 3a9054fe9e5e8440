// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum NodeState implements WireValue {
    ENROLLING("enrolling"),
    READY("ready"),
    CORDONED("cordoned"),
    DRAINING("draining"),
    DRAINED("drained"),
    UNREACHABLE("unreachable"),
    QUARANTINED("quarantined"),
    RETIRED("retired");

    private final String wire;

    NodeState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static NodeState fromWire(String wire) {
        for (NodeState value : values()) {
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
