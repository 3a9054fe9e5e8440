// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Node(
        @JsonProperty("id") NodeId id,
        @JsonProperty("name") String name,
        @JsonProperty("state") NodeState state,
        @JsonProperty("state_reason") @Nullable String stateReason,
        @JsonProperty("state_since") Instant stateSince,
        @JsonProperty("version") Long version,
        @JsonProperty("hostname") @Nullable String hostname,
        @JsonProperty("topology_version") Integer topologyVersion,
        @JsonProperty("simulated") @Nullable Boolean simulated,
        @JsonProperty("drain_deadline") @Nullable Instant drainDeadline,
        @JsonProperty("drain_remaining") @Nullable Integer drainRemaining,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("health") @Nullable NodeHealth health,
        @JsonProperty("gpus") List<NodeGpu> gpus,
        @JsonProperty("running") List<NodeRunning> running) {

    public Node {
        gpus = gpus == null ? List.of() : List.copyOf(gpus);
        running = running == null ? List.of() : List.copyOf(running);
    }
}
