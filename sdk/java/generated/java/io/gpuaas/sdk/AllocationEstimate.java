// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllocationEstimate(
        @JsonProperty("sku") String sku,
        @JsonProperty("count") Integer count,
        @JsonProperty("hourly_cost") @Nullable HourlyCost hourlyCost,
        @JsonProperty("available") Boolean available,
        @JsonProperty("reason") @Nullable String reason) {
}
