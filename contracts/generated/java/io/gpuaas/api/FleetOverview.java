// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record FleetOverview(
        @JsonProperty("nodes") @NotNull List<@Valid NodeStateCount> nodes,
        @JsonProperty("gpus") @NotNull List<@Valid GpuModelCount> gpus,
        @JsonProperty("troubled") @NotNull Integer troubled,
        @JsonProperty("troubled_nodes") @NotNull List<@Valid TroubledNode> troubledNodes) {

    public FleetOverview {
        nodes = nodes == null ? null : List.copyOf(nodes);
        gpus = gpus == null ? null : List.copyOf(gpus);
        troubledNodes = troubledNodes == null ? null : List.copyOf(troubledNodes);
    }
}
