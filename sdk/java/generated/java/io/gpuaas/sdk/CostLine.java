// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CostLine(
        @JsonProperty("group") String group,
        @JsonProperty("and_group") @Nullable String andGroup,
        @JsonProperty("gpu_seconds") Long gpuSeconds,
        @JsonProperty("currency") String currency,
        @JsonProperty("amount_nanos") Long amountNanos) {
}
