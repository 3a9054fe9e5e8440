// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record FleetOverview(
        @JsonProperty("nodes") List<NodeStateCount> nodes,
        @JsonProperty("gpus") List<GpuModelCount> gpus,
        @JsonProperty("troubled") Integer troubled,
        @JsonProperty("troubled_nodes") List<TroubledNode> troubledNodes) {

    public FleetOverview {
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
        gpus = gpus == null ? List.of() : List.copyOf(gpus);
        troubledNodes = troubledNodes == null ? List.of() : List.copyOf(troubledNodes);
    }
}
