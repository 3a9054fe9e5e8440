// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeTaskEvent(
        @JsonProperty("attempt") @NotNull Integer attempt,
        @JsonProperty("index") @NotNull Integer index,
        @JsonProperty("at") @NotNull Instant at,
        @JsonProperty("kind") @NotNull String kind,
        @JsonProperty("phase") @Nullable String phase,
        @JsonProperty("text") @Nullable String text) {
}
