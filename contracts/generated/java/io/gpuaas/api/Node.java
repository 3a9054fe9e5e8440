// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Node(
        @JsonProperty("id") @NotNull NodeId id,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("state") @NotNull NodeState state,
        @JsonProperty("state_reason") @Nullable String stateReason,
        @JsonProperty("state_since") @NotNull Instant stateSince,
        @JsonProperty("version") @NotNull Long version,
        @JsonProperty("hostname") @Nullable String hostname,
        @JsonProperty("topology_version") @NotNull Integer topologyVersion,
        @JsonProperty("simulated") @Nullable Boolean simulated,
        @JsonProperty("drain_deadline") @Nullable Instant drainDeadline,
        @JsonProperty("drain_remaining") @Nullable Integer drainRemaining,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("health") @Valid @Nullable NodeHealth health,
        @JsonProperty("gpus") @NotNull List<@Valid NodeGpu> gpus,
        @JsonProperty("running") @NotNull List<@Valid NodeRunning> running) {

    public Node {
        gpus = gpus == null ? null : List.copyOf(gpus);
        running = running == null ? null : List.copyOf(running);
    }
}
