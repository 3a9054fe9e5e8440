// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record QueueOverview(
        @JsonProperty("waiting") @NotNull List<@Valid WaitingForSku> waiting,
        @JsonProperty("allocations") @NotNull List<@Valid AllocationStateCount> allocations,
        @JsonProperty("stuck") @NotNull Integer stuck,
        @JsonProperty("degraded") @NotNull Integer degraded) {

    public QueueOverview {
        waiting = waiting == null ? null : List.copyOf(waiting);
        allocations = allocations == null ? null : List.copyOf(allocations);
    }
}
