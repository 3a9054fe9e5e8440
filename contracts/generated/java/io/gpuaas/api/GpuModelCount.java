// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;

/** Each GPU is counted once. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GpuModelCount(
        @JsonProperty("model") @NotNull String model,
        @JsonProperty("taken") @NotNull Integer taken,
        @JsonProperty("free") @NotNull Integer free,
        @JsonProperty("closed") @NotNull Integer closed,
        @JsonProperty("out_of_service") @NotNull Integer outOfService) {
}
