// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ShortTenant(
        @JsonProperty("tenant_id") TenantId tenantId,
        @JsonProperty("currency") String currency,
        @JsonProperty("level") BalanceLevel level,
        @JsonProperty("deadline") @Nullable Instant deadline) {
}
