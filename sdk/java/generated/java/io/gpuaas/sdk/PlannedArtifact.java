// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlannedArtifact(
        @JsonProperty("name") String name,
        @JsonProperty("kind") ArtifactKind kind,
        @JsonProperty("size_bytes_max") @Nullable Long sizeBytesMax,
        @JsonProperty("expected_digest") @Nullable String expectedDigest) {
}
