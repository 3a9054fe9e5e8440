// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** `next` is issued and becomes current once the host uses it. `dropped` was replaced by a newer one. `revoked` is refused because an operator revoked it or the node is retired.  */
public enum NodeCertificateState implements WireValue {
    CURRENT("current"),
    NEXT("next"),
    DROPPED("dropped"),
    REVOKED("revoked");

    private final String wire;

    NodeCertificateState(String wire) {
        this.wire = wire;
    }

    @JsonCreator
    public static NodeCertificateState fromWire(String wire) {
        for (NodeCertificateState value : values()) {
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
