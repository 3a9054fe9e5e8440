// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum FileTransferState implements WireValue {
    STARTED("started"),
    DONE("done"),
    FAILED("failed");

    private final String wire;

    FileTransferState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static FileTransferState fromWire(String wire) {
        for (FileTransferState value : values()) {
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
