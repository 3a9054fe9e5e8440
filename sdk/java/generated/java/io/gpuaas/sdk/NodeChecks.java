// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeChecks(
        @JsonProperty("node_id") NodeId nodeId,
        @JsonProperty("reported_at") @Nullable Instant reportedAt,
        @JsonProperty("agent_version") @Nullable String agentVersion,
        @JsonProperty("checks") List<NodeCheck> checks) {

    public NodeChecks {
        checks = checks == null ? List.of() : List.copyOf(checks);
    }
}
