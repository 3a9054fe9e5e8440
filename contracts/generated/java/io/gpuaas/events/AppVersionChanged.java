// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AppVersionId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** A version of an app was created or replaced, or its state or channel changed. */
public record AppVersionChanged(
        AppVersionId appVersionId,
        TenantId tenantId,
        ProjectId projectId,
        String app,
        String version,
        String digest,
        String state,
        @Nullable String channel)
        implements DomainEvent {

    public static final String TYPE = "catalogue.app_version_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("app_version", appVersionId);
    }
}
