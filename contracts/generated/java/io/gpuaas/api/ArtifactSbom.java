// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactSbom(
        @JsonProperty("digest") @NotNull String digest,
        @JsonProperty("format") @NotNull String format,
        @JsonProperty("fault") @Nullable String fault,
        @JsonProperty("components") @NotNull Integer components,
        @JsonProperty("unnamed") @NotNull Integer unnamed,
        @JsonProperty("indexed_at") @NotNull Instant indexedAt) {
}
