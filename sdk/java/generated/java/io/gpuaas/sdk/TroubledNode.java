// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record TroubledNode(
        @JsonProperty("node_id") NodeId nodeId,
        @JsonProperty("name") String name,
        @JsonProperty("state") NodeState state,
        @JsonProperty("reason") @Nullable String reason,
        @JsonProperty("since") Instant since) {
}
