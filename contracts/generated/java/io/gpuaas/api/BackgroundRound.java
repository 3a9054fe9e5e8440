// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record BackgroundRound(
        @JsonProperty("process") @NotNull String process,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("role") @Nullable String role,
        @JsonProperty("interval_milliseconds") @NotNull Long intervalMilliseconds,
        @JsonProperty("running") @NotNull Boolean running,
        @JsonProperty("last_started_at") @Nullable Instant lastStartedAt,
        @JsonProperty("last_duration_milliseconds") @Nullable Long lastDurationMilliseconds,
        @JsonProperty("last_failed_at") @Nullable Instant lastFailedAt,
        @JsonProperty("last_failure") @Nullable String lastFailure,
        @JsonProperty("runs") @NotNull Long runs,
        @JsonProperty("failures") @NotNull Long failures,
        @JsonProperty("overdue") @NotNull Boolean overdue) {
}
