// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateRollout(
        @JsonProperty("release_id") AgentReleaseId releaseId,
        @JsonProperty("node_ids") @Nullable List<NodeId> nodeIds,
        @JsonProperty("canary_node_ids") @Nullable List<NodeId> canaryNodeIds,
        @JsonProperty("canary_count") @Nullable Integer canaryCount,
        @JsonProperty("wave_percent") @Nullable Integer wavePercent,
        @JsonProperty("bake_seconds") @Nullable Integer bakeSeconds,
        @JsonProperty("failures_max") @Nullable Integer failuresMax,
        @JsonProperty("on_failure") @Nullable RolloutFailurePolicy onFailure) {

    public CreateRollout {
        nodeIds = nodeIds == null ? null : List.copyOf(nodeIds);
        canaryNodeIds = canaryNodeIds == null ? null : List.copyOf(canaryNodeIds);
    }
}
