// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppReviewDecision(
        @JsonProperty("outcome") AppReviewOutcome outcome,
        @JsonProperty("message") String message,
        @JsonProperty("decided_at") Instant decidedAt,
        @JsonProperty("digest") @Nullable String digest) {
}
