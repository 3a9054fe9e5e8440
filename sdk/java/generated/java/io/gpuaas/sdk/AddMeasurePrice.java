// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AddMeasurePrice(
        @JsonProperty("price") Money price,
        @JsonProperty("per") @Nullable Long per,
        @JsonProperty("tenant_id") @Nullable TenantId tenantId,
        @JsonProperty("effective_from") @Nullable Instant effectiveFrom) {
}
