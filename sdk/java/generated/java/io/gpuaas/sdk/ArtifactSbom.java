// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactSbom(
        @JsonProperty("digest") String digest,
        @JsonProperty("format") String format,
        @JsonProperty("fault") @Nullable String fault,
        @JsonProperty("components") Integer components,
        @JsonProperty("unnamed") Integer unnamed,
        @JsonProperty("indexed_at") Instant indexedAt) {
}
