// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record BackgroundRound(
        @JsonProperty("process") String process,
        @JsonProperty("name") String name,
        @JsonProperty("role") @Nullable String role,
        @JsonProperty("interval_milliseconds") Long intervalMilliseconds,
        @JsonProperty("running") Boolean running,
        @JsonProperty("last_started_at") @Nullable Instant lastStartedAt,
        @JsonProperty("last_duration_milliseconds") @Nullable Long lastDurationMilliseconds,
        @JsonProperty("last_failed_at") @Nullable Instant lastFailedAt,
        @JsonProperty("last_failure") @Nullable String lastFailure,
        @JsonProperty("runs") Long runs,
        @JsonProperty("failures") Long failures,
        @JsonProperty("overdue") Boolean overdue) {
}
