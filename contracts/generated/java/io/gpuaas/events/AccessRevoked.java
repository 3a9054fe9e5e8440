// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.PrincipalId;

public record AccessRevoked(
        PrincipalId principalId)
        implements DomainEvent {

    public static final String TYPE = "identity.access_revoked";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("principal", principalId);
    }
}
