// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.TenantId;

public record ArtifactPromotionChanged(
        ArtifactId artifactId,
        TenantId tenantId,
        String digest,
        String formerPromotion,
        String promotion,
        String reason)
        implements DomainEvent {

    public static final String TYPE = "artifacts.artifact_promotion_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("artifact", artifactId);
    }
}
