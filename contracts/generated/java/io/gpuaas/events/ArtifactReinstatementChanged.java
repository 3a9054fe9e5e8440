// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.TenantId;

/** One person asked to lift the revocation of an artifact, or a second person lifted it. */
public record ArtifactReinstatementChanged(
        ArtifactId artifactId,
        TenantId tenantId,
        String digest,
        String state,
        String reason)
        implements DomainEvent {

    public static final String TYPE = "artifacts.artifact_reinstatement_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("artifact", artifactId);
    }
}
