// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AddTenantPrice(
        @JsonProperty("sku") @NotNull @Size(min = 1, max = 100) @PlainText String sku,
        @JsonProperty("gpu_hour") @NotNull @Valid Money gpuHour,
        @JsonProperty("effective_from") @Nullable Instant effectiveFrom) {
}
