// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.PublisherId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Artifact(
        @JsonProperty("id") @NotNull ArtifactId id,
        @JsonProperty("publisher_id") @NotNull PublisherId publisherId,
        @JsonProperty("app") @NotNull String app,
        @JsonProperty("version") @NotNull String version,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("kind") @NotNull ArtifactKind kind,
        @JsonProperty("digest") @NotNull String digest,
        @JsonProperty("media_type") @NotNull String mediaType,
        @JsonProperty("artifact_type") @Nullable String artifactType,
        @JsonProperty("size_bytes") @NotNull Long sizeBytes,
        @JsonProperty("platforms") @NotNull List<String> platforms,
        @JsonProperty("registry_url") @NotNull String registryUrl,
        @JsonProperty("repository") @NotNull String repository,
        @JsonProperty("trust") @NotNull ArtifactTrust trust,
        @JsonProperty("promotion") @NotNull ArtifactPromotion promotion,
        @JsonProperty("published_at") @NotNull Instant publishedAt,
        @JsonProperty("published_by") @NotNull String publishedBy) {

    public Artifact {
        platforms = platforms == null ? null : List.copyOf(platforms);
    }
}
