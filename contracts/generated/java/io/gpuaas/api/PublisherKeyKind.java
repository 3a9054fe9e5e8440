// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum PublisherKeyKind implements WireValue {
    P256("p256"),
    P384("p384"),
    ED25519("ed25519"),
    RSA("rsa"),
    CERTIFICATE("certificate");

    private final String wire;

    PublisherKeyKind(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static PublisherKeyKind fromWire(String wire) {
        for (PublisherKeyKind value : values()) {
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
