// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.TenantId;

/** An operator withheld an artifact, or released it. */
public record ArtifactQuarantineChanged(
        ArtifactId artifactId,
        TenantId tenantId,
        String digest,
        boolean quarantined,
        String reason)
        implements DomainEvent {

    public static final String TYPE = "artifacts.artifact_quarantine_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("artifact", artifactId);
    }
}
