// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import jakarta.validation.constraints.NotNull;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeVerdict(
        @JsonProperty("node_id") @NotNull NodeId nodeId,
        @JsonProperty("node_name") @NotNull String nodeName,
        @JsonProperty("fits") @NotNull Boolean fits,
        @JsonProperty("verdict") @NotNull String verdict) {
}
