// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record QueueOverview(
        @JsonProperty("waiting") List<WaitingForSku> waiting,
        @JsonProperty("allocations") List<AllocationStateCount> allocations,
        @JsonProperty("stuck") Integer stuck,
        @JsonProperty("degraded") Integer degraded) {

    public QueueOverview {
        waiting = waiting == null ? List.of() : List.copyOf(waiting);
        allocations = allocations == null ? List.of() : List.copyOf(allocations);
    }
}
