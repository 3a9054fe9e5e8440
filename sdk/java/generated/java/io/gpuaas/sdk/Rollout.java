// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.RolloutId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Rollout(
        @JsonProperty("id") RolloutId id,
        @JsonProperty("release_id") AgentReleaseId releaseId,
        @JsonProperty("version") String version,
        @JsonProperty("state") RolloutState state,
        @JsonProperty("reason") @Nullable String reason,
        @JsonProperty("wave") Integer wave,
        @JsonProperty("waves") Integer waves,
        @JsonProperty("bake_seconds") Integer bakeSeconds,
        @JsonProperty("failures_max") Integer failuresMax,
        @JsonProperty("on_failure") RolloutFailurePolicy onFailure,
        @JsonProperty("nodes") RolloutCounts nodes,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt) {
}
