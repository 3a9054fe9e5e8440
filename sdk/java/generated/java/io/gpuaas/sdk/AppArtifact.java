// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ArtifactId;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppArtifact(
        @JsonProperty("name") String name,
        @JsonProperty("kind") ArtifactKind kind,
        @JsonProperty("digest") String digest,
        @JsonProperty("artifact_id") ArtifactId artifactId) {
}
