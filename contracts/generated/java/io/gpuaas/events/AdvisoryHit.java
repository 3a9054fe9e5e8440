// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AdvisoryId;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.TenantId;

/** An advisory hits an artifact for the first time. */
public record AdvisoryHit(
        AdvisoryId advisoryId,
        ArtifactId artifactId,
        TenantId tenantId,
        String app,
        String digest,
        String purl,
        String severity,
        String action)
        implements DomainEvent {

    public static final String TYPE = "artifacts.advisory_hit";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("artifact", artifactId);
    }
}
