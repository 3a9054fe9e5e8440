package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.PrincipalId;

/** Credentials of a principal ended before their time: forget what was verified. */
record AccessRevoked(PrincipalId principalId) implements DomainEvent {

    static final String TYPE = "platform.access_revoked";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("principal", principalId.toString());
    }
}
