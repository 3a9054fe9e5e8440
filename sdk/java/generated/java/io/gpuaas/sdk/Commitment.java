// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.CommitmentId;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Commitment(
        @JsonProperty("id") CommitmentId id,
        @JsonProperty("sku") String sku,
        @JsonProperty("gpus") Integer gpus,
        @JsonProperty("discount_percent") Integer discountPercent,
        @JsonProperty("starts_at") Instant startsAt,
        @JsonProperty("ends_at") Instant endsAt) {
}
