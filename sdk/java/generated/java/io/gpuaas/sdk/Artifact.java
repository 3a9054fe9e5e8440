// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.PublisherId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Artifact(
        @JsonProperty("id") ArtifactId id,
        @JsonProperty("publisher_id") PublisherId publisherId,
        @JsonProperty("app") String app,
        @JsonProperty("version") String version,
        @JsonProperty("name") String name,
        @JsonProperty("kind") ArtifactKind kind,
        @JsonProperty("digest") String digest,
        @JsonProperty("media_type") String mediaType,
        @JsonProperty("artifact_type") @Nullable String artifactType,
        @JsonProperty("size_bytes") Long sizeBytes,
        @JsonProperty("platforms") List<String> platforms,
        @JsonProperty("registry_url") String registryUrl,
        @JsonProperty("repository") String repository,
        @JsonProperty("trust") ArtifactTrust trust,
        @JsonProperty("promotion") ArtifactPromotion promotion,
        @JsonProperty("published_at") Instant publishedAt,
        @JsonProperty("published_by") String publishedBy) {

    public Artifact {
        platforms = platforms == null ? List.of() : List.copyOf(platforms);
    }
}
