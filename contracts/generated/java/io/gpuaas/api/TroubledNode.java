// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record TroubledNode(
        @JsonProperty("node_id") @NotNull NodeId nodeId,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("state") @NotNull NodeState state,
        @JsonProperty("reason") @Nullable String reason,
        @JsonProperty("since") @NotNull Instant since) {
}
