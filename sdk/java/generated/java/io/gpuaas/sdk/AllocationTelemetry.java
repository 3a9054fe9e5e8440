// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllocationTelemetry(
        @JsonProperty("step_seconds") Integer stepSeconds,
        @JsonProperty("gpus") List<GpuSeries> gpus) {

    public AllocationTelemetry {
        gpus = gpus == null ? List.of() : List.copyOf(gpus);
    }
}
