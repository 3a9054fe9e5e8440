package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.TenantId;

/** A tenant was renamed, suspended or reactivated. */
record TenantChanged(TenantId tenantId, String name, String state) implements DomainEvent {

    static final String TYPE = "platform.tenant_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("tenant", tenantId.toString());
    }
}
