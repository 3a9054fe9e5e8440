// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeTopology(
        @JsonProperty("version") @NotNull Integer version,
        @JsonProperty("digest") @NotNull String digest,
        @JsonProperty("reported_at") @NotNull Instant reportedAt,
        @JsonProperty("facts") @NotNull String facts) {
}
