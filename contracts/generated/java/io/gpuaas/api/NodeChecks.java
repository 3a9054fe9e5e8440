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
public record NodeChecks(
        @JsonProperty("node_id") @NotNull NodeId nodeId,
        @JsonProperty("reported_at") @Nullable Instant reportedAt,
        @JsonProperty("agent_version") @Nullable String agentVersion,
        @JsonProperty("checks") @NotNull List<@Valid NodeCheck> checks) {

    public NodeChecks {
        checks = checks == null ? null : List.copyOf(checks);
    }
}
