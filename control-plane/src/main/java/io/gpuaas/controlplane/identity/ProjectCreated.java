package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

record ProjectCreated(ProjectId projectId, TenantId tenantId, String slug, String name) implements DomainEvent {

    @Override
    public String type() {
        return "platform.project_created";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("project", projectId.toString());
    }
}
