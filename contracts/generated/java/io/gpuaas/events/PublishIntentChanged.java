// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublishIntentId;
import io.gpuaas.kernel.TenantId;

/** A publish intent was created or ended. */
public record PublishIntentChanged(
        PublishIntentId publishIntentId,
        TenantId tenantId,
        ProjectId projectId,
        String app,
        String version,
        String state)
        implements DomainEvent {

    public static final String TYPE = "artifacts.publish_intent_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("publish_intent", publishIntentId);
    }
}
