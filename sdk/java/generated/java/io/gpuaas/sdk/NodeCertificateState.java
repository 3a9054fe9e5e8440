// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** `next` is issued and becomes current once the host uses it. `dropped` was replaced by a newer one. `revoked` is refused because an operator revoked it or the node is retired.  */
public enum NodeCertificateState {
    CURRENT("current"),
    NEXT("next"),
    DROPPED("dropped"),
    REVOKED("revoked"),
    /** A value this version of the SDK does not know; the server is newer. */
    UNRECOGNIZED("");

    private final String wire;

    NodeCertificateState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    static NodeCertificateState fromWire(String wire) {
        for (NodeCertificateState value : values()) {
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
