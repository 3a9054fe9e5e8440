// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum FileTransferDirection implements WireValue {
    UPLOAD("upload"),
    DOWNLOAD("download");

    private final String wire;

    FileTransferDirection(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static FileTransferDirection fromWire(String wire) {
        for (FileTransferDirection value : values()) {
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
