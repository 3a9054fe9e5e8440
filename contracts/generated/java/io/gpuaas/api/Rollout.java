// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.RolloutId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Rollout(
        @JsonProperty("id") @NotNull RolloutId id,
        @JsonProperty("release_id") @NotNull AgentReleaseId releaseId,
        @JsonProperty("version") @NotNull String version,
        @JsonProperty("state") @NotNull RolloutState state,
        @JsonProperty("reason") @Nullable String reason,
        @JsonProperty("wave") @NotNull Integer wave,
        @JsonProperty("waves") @NotNull Integer waves,
        @JsonProperty("bake_seconds") @NotNull Integer bakeSeconds,
        @JsonProperty("failures_max") @NotNull Integer failuresMax,
        @JsonProperty("on_failure") @NotNull RolloutFailurePolicy onFailure,
        @JsonProperty("nodes") @NotNull @Valid RolloutCounts nodes,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt) {
}
