// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AppId;
import io.gpuaas.kernel.TenantId;

/** An app was created, or its visibility or categories changed. */
public record AppChanged(
        AppId appId,
        TenantId tenantId,
        String app,
        String visibility)
        implements DomainEvent {

    public static final String TYPE = "catalogue.app_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("app", appId);
    }
}
