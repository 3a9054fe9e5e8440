// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ShortTenant(
        @JsonProperty("tenant_id") @NotNull TenantId tenantId,
        @JsonProperty("currency") @NotNull String currency,
        @JsonProperty("level") @NotNull BalanceLevel level,
        @JsonProperty("deadline") @Nullable Instant deadline) {
}
