package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

/** A project was renamed. */
record ProjectChanged(ProjectId projectId, TenantId tenantId, String name) implements DomainEvent {

    @Override
    public String type() {
        return "platform.project_changed";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("project", projectId.toString());
    }
}
