// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ArtifactId;
import jakarta.validation.constraints.NotNull;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppArtifact(
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("kind") @NotNull ArtifactKind kind,
        @JsonProperty("digest") @NotNull String digest,
        @JsonProperty("artifact_id") @NotNull ArtifactId artifactId) {
}
