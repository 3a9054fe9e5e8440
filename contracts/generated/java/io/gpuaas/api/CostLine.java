// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CostLine(
        @JsonProperty("group") @NotNull String group,
        @JsonProperty("and_group") @Nullable String andGroup,
        @JsonProperty("gpu_seconds") @NotNull Long gpuSeconds,
        @JsonProperty("currency") @NotNull String currency,
        @JsonProperty("amount_nanos") @NotNull Long amountNanos) {
}
