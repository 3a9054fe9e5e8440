// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.TenantId;

/** An artifact was pushed, checked and published. Its content never changes. */
public record ArtifactPublished(
        ArtifactId artifactId,
        PublisherId publisherId,
        TenantId tenantId,
        ProjectId projectId,
        String app,
        String version,
        String name,
        String kind,
        String digest,
        long sizeBytes)
        implements DomainEvent {

    public static final String TYPE = "artifacts.artifact_published";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("artifact", artifactId);
    }
}
