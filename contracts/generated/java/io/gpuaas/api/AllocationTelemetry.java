// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllocationTelemetry(
        @JsonProperty("step_seconds") @NotNull Integer stepSeconds,
        @JsonProperty("gpus") @NotNull List<@Valid GpuSeries> gpus) {

    public AllocationTelemetry {
        gpus = gpus == null ? null : List.copyOf(gpus);
    }
}
