// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateJoinTokens(
        @JsonProperty("count") Integer count,
        @JsonProperty("lifetime_seconds") @Nullable Integer lifetimeSeconds,
        @JsonProperty("node_id") @Nullable NodeId nodeId) {
}
