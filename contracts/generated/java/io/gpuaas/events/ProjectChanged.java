// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

public record ProjectChanged(
        ProjectId projectId,
        TenantId tenantId,
        String name)
        implements DomainEvent {

    public static final String TYPE = "identity.project_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("project", projectId);
    }
}
