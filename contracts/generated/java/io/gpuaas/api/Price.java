// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Price(
        @JsonProperty("id") @NotNull UUID id,
        @JsonProperty("sku") @NotNull String sku,
        @JsonProperty("gpu_hour") @NotNull @Valid Money gpuHour,
        @JsonProperty("effective_from") @NotNull Instant effectiveFrom,
        @JsonProperty("tenant_id") @Nullable TenantId tenantId) {
}
