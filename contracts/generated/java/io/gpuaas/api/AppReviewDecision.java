// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppReviewDecision(
        @JsonProperty("outcome") @NotNull AppReviewOutcome outcome,
        @JsonProperty("message") @NotNull String message,
        @JsonProperty("decided_at") @NotNull Instant decidedAt,
        @JsonProperty("digest") @Nullable String digest) {
}
