// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import jakarta.validation.constraints.NotNull;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeZone(
        @JsonProperty("node_id") @NotNull NodeId nodeId,
        @JsonProperty("region") @NotNull String region,
        @JsonProperty("zone") @NotNull String zone) {
}
