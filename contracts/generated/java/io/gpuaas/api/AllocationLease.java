// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllocationLease(
        @JsonProperty("node_id") @NotNull NodeId nodeId,
        @JsonProperty("gpus") @NotNull List<@Valid LeasedGpu> gpus,
        @JsonProperty("taken_at") @NotNull Instant takenAt) {

    public AllocationLease {
        gpus = gpus == null ? null : List.copyOf(gpus);
    }
}
