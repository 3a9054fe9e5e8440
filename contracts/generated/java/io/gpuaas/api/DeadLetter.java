// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.DeadLetterId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeadLetter(
        @JsonProperty("id") @NotNull DeadLetterId id,
        @JsonProperty("stage") @NotNull String stage,
        @JsonProperty("event_id") @NotNull UUID eventId,
        @JsonProperty("event_type") @NotNull String eventType,
        @JsonProperty("aggregate_type") @NotNull String aggregateType,
        @JsonProperty("aggregate_id") @NotNull String aggregateId,
        @JsonProperty("sequence") @NotNull Long sequence,
        @JsonProperty("state") @NotNull DeadLetterState state,
        @JsonProperty("attempts") @NotNull Integer attempts,
        @JsonProperty("error") @NotNull String error,
        @JsonProperty("dead_since") @NotNull Instant deadSince,
        @JsonProperty("next_attempt_at") @Nullable Instant nextAttemptAt,
        @JsonProperty("correlation_id") @NotNull String correlationId,
        @JsonProperty("payload") @Nullable String payload) {
}
