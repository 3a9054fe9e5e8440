// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllocationDefaults(
        @JsonProperty("max_duration_seconds") @Nullable Long maxDurationSeconds,
        @JsonProperty("idle_release_seconds") @Nullable Long idleReleaseSeconds,
        @JsonProperty("time_limit_max_seconds") @Nullable Long timeLimitMaxSeconds,
        @JsonProperty("idle_release_max_seconds") @Nullable Long idleReleaseMaxSeconds,
        @JsonProperty("snooze_seconds") @NotNull Long snoozeSeconds,
        @JsonProperty("changed_at") @Nullable Instant changedAt,
        @JsonProperty("changed_by") @Nullable String changedBy) {
}
