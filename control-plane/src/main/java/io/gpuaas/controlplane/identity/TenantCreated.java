package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.TenantId;

record TenantCreated(TenantId tenantId, String slug, String name) implements DomainEvent {

    @Override
    public String type() {
        return "platform.tenant_created";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("tenant", tenantId.toString());
    }
}
