// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CostLine(
        @JsonProperty("group") @NotNull String group,
        @JsonProperty("gpu_seconds") @NotNull Long gpuSeconds,
        @JsonProperty("currency") @NotNull String currency,
        @JsonProperty("amount_nanos") @NotNull Long amountNanos) {
}
