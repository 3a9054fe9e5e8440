// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.DeadLetterId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeadLetter(
        @JsonProperty("id") DeadLetterId id,
        @JsonProperty("stage") String stage,
        @JsonProperty("event_id") UUID eventId,
        @JsonProperty("event_type") String eventType,
        @JsonProperty("aggregate_type") String aggregateType,
        @JsonProperty("aggregate_id") String aggregateId,
        @JsonProperty("sequence") Long sequence,
        @JsonProperty("state") DeadLetterState state,
        @JsonProperty("attempts") Integer attempts,
        @JsonProperty("error") String error,
        @JsonProperty("dead_since") Instant deadSince,
        @JsonProperty("next_attempt_at") @Nullable Instant nextAttemptAt,
        @JsonProperty("correlation_id") String correlationId,
        @JsonProperty("payload") @Nullable String payload) {
}
