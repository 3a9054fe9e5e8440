package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.TenantId;

record TenantDeleted(TenantId tenantId, String slug) implements DomainEvent {

    static final String TYPE = "platform.tenant_deleted";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("tenant", tenantId.toString());
    }
}
