// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AppSuspensionId;
import org.jspecify.annotations.Nullable;

/** A publisher, an app or a version was suspended, or the suspension was lifted. */
public record AppSuspensionChanged(
        AppSuspensionId appSuspensionId,
        String namespace,
        @Nullable String appName,
        @Nullable String version,
        boolean lifted)
        implements DomainEvent {

    public static final String TYPE = "catalogue.app_suspension_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("app_suspension", appSuspensionId);
    }
}
