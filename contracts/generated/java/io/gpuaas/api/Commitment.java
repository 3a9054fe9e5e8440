// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.CommitmentId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Commitment(
        @JsonProperty("id") @NotNull CommitmentId id,
        @JsonProperty("sku") @NotNull String sku,
        @JsonProperty("gpus") @NotNull Integer gpus,
        @JsonProperty("discount_percent") @NotNull Integer discountPercent,
        @JsonProperty("starts_at") @NotNull Instant startsAt,
        @JsonProperty("ends_at") @NotNull Instant endsAt) {
}
