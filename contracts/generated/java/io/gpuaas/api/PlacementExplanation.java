// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlacementExplanation(
        @JsonProperty("fits") @NotNull Boolean fits,
        @JsonProperty("strategy") @NotNull PlacementStrategy strategy,
        @JsonProperty("node_id") @Nullable NodeId nodeId,
        @JsonProperty("node_name") @Nullable String nodeName,
        @JsonProperty("gpu_uuids") @Nullable List<String> gpuUuids,
        @JsonProperty("reasons") @NotNull List<String> reasons,
        @JsonProperty("verdicts") @NotNull List<@Valid NodeVerdict> verdicts,
        @JsonProperty("nodes_not_shown") @NotNull Integer nodesNotShown) {

    public PlacementExplanation {
        gpuUuids = gpuUuids == null ? null : List.copyOf(gpuUuids);
        reasons = reasons == null ? null : List.copyOf(reasons);
        verdicts = verdicts == null ? null : List.copyOf(verdicts);
    }
}
