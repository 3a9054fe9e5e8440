// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** The signatures of an artifact were verified with another result, or an operator revoked it. A revoked key takes
effect before this event follows.
 */
public record ArtifactTrustChanged(
        ArtifactId artifactId,
        TenantId tenantId,
        String digest,
        String formerTrust,
        String trust,
        @Nullable String reason)
        implements DomainEvent {

    public static final String TYPE = "artifacts.artifact_trust_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("artifact", artifactId);
    }
}
