// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateJoinTokens(
        @JsonProperty("count") @NotNull @Min(1) @Max(500) Integer count,
        @JsonProperty("lifetime_seconds") @Min(60) @Max(2592000) @Nullable Integer lifetimeSeconds,
        @JsonProperty("node_id") @Nullable NodeId nodeId) {
}
