// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlacementExplanation(
        @JsonProperty("fits") Boolean fits,
        @JsonProperty("strategy") PlacementStrategy strategy,
        @JsonProperty("node_id") @Nullable NodeId nodeId,
        @JsonProperty("node_name") @Nullable String nodeName,
        @JsonProperty("gpu_uuids") @Nullable List<String> gpuUuids,
        @JsonProperty("reasons") List<String> reasons,
        @JsonProperty("verdicts") List<NodeVerdict> verdicts,
        @JsonProperty("nodes_not_shown") Integer nodesNotShown) {

    public PlacementExplanation {
        gpuUuids = gpuUuids == null ? null : List.copyOf(gpuUuids);
        reasons = reasons == null ? List.of() : List.copyOf(reasons);
        verdicts = verdicts == null ? List.of() : List.copyOf(verdicts);
    }
}
