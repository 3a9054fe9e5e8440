// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Price(
        @JsonProperty("id") UUID id,
        @JsonProperty("sku") String sku,
        @JsonProperty("gpu_hour") Money gpuHour,
        @JsonProperty("effective_from") Instant effectiveFrom,
        @JsonProperty("tenant_id") @Nullable TenantId tenantId) {
}
