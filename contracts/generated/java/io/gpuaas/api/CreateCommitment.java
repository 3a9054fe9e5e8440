// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateCommitment(
        @JsonProperty("sku") @NotNull @Size(min = 1, max = 100) @PlainText String sku,
        @JsonProperty("gpus") @NotNull @Min(1) @Max(100000) Integer gpus,
        @JsonProperty("discount_percent") @NotNull @Min(1) @Max(100) Integer discountPercent,
        @JsonProperty("starts_at") @NotNull Instant startsAt,
        @JsonProperty("ends_at") @NotNull Instant endsAt) {
}
