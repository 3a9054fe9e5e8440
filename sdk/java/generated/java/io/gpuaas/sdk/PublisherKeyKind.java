// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public enum PublisherKeyKind {
    P256("p256"),
    P384("p384"),
    ED25519("ed25519"),
    RSA("rsa"),
    CERTIFICATE("certificate"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    PublisherKeyKind(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static PublisherKeyKind fromWire(String wire) {
        for (PublisherKeyKind value : values()) {
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
