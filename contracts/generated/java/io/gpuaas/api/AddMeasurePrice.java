// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AddMeasurePrice(
        @JsonProperty("price") @NotNull @Valid Money price,
        @JsonProperty("per") @Min(1) @Max(1000000000000L) @Nullable Long per,
        @JsonProperty("tenant_id") @Nullable TenantId tenantId,
        @JsonProperty("effective_from") @Nullable Instant effectiveFrom) {
}
