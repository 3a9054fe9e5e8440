// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactReferrer(
        @JsonProperty("digest") @NotNull String digest,
        @JsonProperty("media_type") @NotNull String mediaType,
        @JsonProperty("artifact_type") @Nullable String artifactType,
        @JsonProperty("size_bytes") @NotNull Long sizeBytes) {
}
