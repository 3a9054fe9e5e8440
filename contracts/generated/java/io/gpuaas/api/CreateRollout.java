// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.NodeId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateRollout(
        @JsonProperty("release_id") @NotNull AgentReleaseId releaseId,
        @JsonProperty("node_ids") @Size(min = 1, max = 1000) @Nullable List<NodeId> nodeIds,
        @JsonProperty("canary_node_ids") @Size(min = 1, max = 1000) @Nullable List<NodeId> canaryNodeIds,
        @JsonProperty("canary_count") @Min(1) @Max(1000) @Nullable Integer canaryCount,
        @JsonProperty("wave_percent") @Min(1) @Max(100) @Nullable Integer wavePercent,
        @JsonProperty("bake_seconds") @Min(0) @Max(86400) @Nullable Integer bakeSeconds,
        @JsonProperty("failures_max") @Min(0) @Max(10000) @Nullable Integer failuresMax,
        @JsonProperty("on_failure") @Nullable RolloutFailurePolicy onFailure) {

    public CreateRollout {
        nodeIds = nodeIds == null ? null : List.copyOf(nodeIds);
        canaryNodeIds = canaryNodeIds == null ? null : List.copyOf(canaryNodeIds);
    }
}
