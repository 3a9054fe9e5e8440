package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

record ProjectDeleted(ProjectId projectId, TenantId tenantId, String slug) implements DomainEvent {

    static final String TYPE = "platform.project_deleted";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("project", projectId.toString());
    }
}
