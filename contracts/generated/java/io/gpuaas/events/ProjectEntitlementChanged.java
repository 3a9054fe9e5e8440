// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

/** An app was enabled or disabled for a project, or its limits changed. */
public record ProjectEntitlementChanged(
        ProjectId projectId,
        TenantId tenantId,
        String app,
        boolean enabled)
        implements DomainEvent {

    public static final String TYPE = "entitlements.project_entitlement_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("project_entitlement", projectId, app);
    }
}
