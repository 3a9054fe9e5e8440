// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactReferrer(
        @JsonProperty("digest") String digest,
        @JsonProperty("media_type") String mediaType,
        @JsonProperty("artifact_type") @Nullable String artifactType,
        @JsonProperty("size_bytes") Long sizeBytes) {
}
