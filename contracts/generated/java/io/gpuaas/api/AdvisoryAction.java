// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum AdvisoryAction implements WireValue {
    LIST("list"),
    QUARANTINE("quarantine");

    private final String wire;

    AdvisoryAction(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static AdvisoryAction fromWire(String wire) {
        for (AdvisoryAction value : values()) {
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
