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
public record MeasurePrice(
        @JsonProperty("id") @NotNull UUID id,
        @JsonProperty("measure") @NotNull String measure,
        @JsonProperty("price") @NotNull @Valid Money price,
        @JsonProperty("per") @NotNull Long per,
        @JsonProperty("tenant_id") @Nullable TenantId tenantId,
        @JsonProperty("effective_from") @NotNull Instant effectiveFrom) {
}
