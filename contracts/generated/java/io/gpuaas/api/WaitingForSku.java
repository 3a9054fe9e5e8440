// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record WaitingForSku(
        @JsonProperty("sku") @NotNull String sku,
        @JsonProperty("allocations") @NotNull Integer allocations,
        @JsonProperty("gpus") @NotNull Long gpus,
        @JsonProperty("oldest_at") @NotNull Instant oldestAt) {
}
