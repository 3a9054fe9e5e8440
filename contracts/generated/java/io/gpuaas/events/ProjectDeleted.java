// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

public record ProjectDeleted(
        ProjectId projectId,
        TenantId tenantId,
        String slug)
        implements DomainEvent {

    public static final String TYPE = "identity.project_deleted";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("project", projectId);
    }
}
