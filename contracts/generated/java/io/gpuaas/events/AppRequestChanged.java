// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AppRequestId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

/** Somebody asked for an app, or the request was decided. */
public record AppRequestChanged(
        AppRequestId appRequestId,
        TenantId tenantId,
        ProjectId projectId,
        String app,
        String state)
        implements DomainEvent {

    public static final String TYPE = "entitlements.app_request_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("app_request", appRequestId);
    }
}
