// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record RolloutNode(
        @JsonProperty("node_id") NodeId nodeId,
        @JsonProperty("wave") Integer wave,
        @JsonProperty("state") RolloutNodeState state,
        @JsonProperty("since") Instant since,
        @JsonProperty("previous_version") @Nullable String previousVersion,
        @JsonProperty("task_id") @Nullable TaskId taskId,
        @JsonProperty("reason") @Nullable String reason) {
}
