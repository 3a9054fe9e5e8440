// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllocationLease(
        @JsonProperty("node_id") NodeId nodeId,
        @JsonProperty("gpus") List<LeasedGpu> gpus,
        @JsonProperty("taken_at") Instant takenAt) {

    public AllocationLease {
        gpus = gpus == null ? List.of() : List.copyOf(gpus);
    }
}
