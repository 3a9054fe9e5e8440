// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.TenantId;

public record TenantChanged(
        TenantId tenantId,
        String name,
        String state)
        implements DomainEvent {

    public static final String TYPE = "identity.tenant_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("tenant", tenantId);
    }
}
